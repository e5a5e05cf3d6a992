import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { robotsText, withAbsoluteHead } from './page-shell.ts'

const BASE = 'https://www.example.com'
const html = '<head><title>Home</title><meta property="og:image" content="/art/og.webp" /></head>'

test('link previews and search engines get absolute addresses, once', () => {
  const page = withAbsoluteHead(html, BASE)
  expect(page).toContain(`<meta property="og:image" content="${BASE}${brand.pictures.preview}" />`)
  expect(page).toContain(`<link rel="canonical" href="${BASE}/" />`)
  expect(page).toContain(`<meta property="og:url" content="${BASE}/" />`)
  expect(page.match(/<\/head>/g)).toHaveLength(1)
})

test('who runs the site is told as schema.org wants it, and cannot end its own script', () => {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(withAbsoluteHead(html, BASE)) ?? []
  expect(JSON.parse(json)).toMatchObject({ '@type': 'TravelAgency', name: brand.name, url: `${BASE}/`, telephone: brand.phone })
  expect(json).not.toContain('<')
})

test('robots are told where the sitemap is, and that what people have uploaded is not theirs', () => {
  expect(robotsText(BASE)).toContain(`Sitemap: ${BASE}/sitemap.xml`)
  expect(robotsText(BASE)).toContain('Disallow: /uploads/')
})
