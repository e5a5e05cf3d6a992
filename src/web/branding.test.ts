import { expect, test, vi } from 'vitest'
import { renderHome } from '#web/delivery/prerender.tsx'

const other = vi.hoisted(() => ({
  name: 'Northwind Travel',
  tagline: 'Journeys by rail',
  description: 'By rail & sea "everywhere".',
  promise: 'Slow travel since 1990.',
  email: 'mail@northwind.example',
  phone: '+1 555 0100',
  phoneHref: 'tel:+15550100',
  address: '1 Pier Road, Boston',
  social: [{ name: 'LinkedIn', href: 'https://www.linkedin.com/company/northwind' }],
  colours: {
    ink: '#101010',
    inkSoft: '#444444',
    sand: '#eeeeee',
    paper: '#ffffff',
    coral: '#0088cc',
    coralDeep: '#006699',
    sea: '#1f6f5f',
    sun: '#f2b134',
    sunDeep: '#8a5a00',
    danger: '#b3261e',
  },
  pictures: { logo: '/art/n.svg', logoOnInk: '/art/n-light.svg', icon: '/n.svg', preview: '/art/n.webp' },
}))

vi.mock('#shared/brand.ts', () => ({ brand: other, completeBrand: (record: object) => record }))

test('another record makes another header, panel and footer', async () => {
  const home = await renderHome()
  const [header = '', footer = ''] = home.split('<main')
  for (const part of [header, footer]) {
    for (const text of [other.name, other.email, other.address, other.phone, other.phoneHref, other.social[0]?.href])
      expect(part).toContain(text)
  }
  expect(header).toContain(other.pictures.logo)
  expect(footer).toContain(other.pictures.logoOnInk)
  expect(footer).toContain(other.promise)
  expect(home).not.toMatch(/Meridian|meridian\.example/)
})

test('the links of the prerendered home page all use the hash, and it has no style attribute', async () => {
  const home = await renderHome()
  expect(home).not.toMatch(/\sstyle="/)
  const links = [...home.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(links.filter((href) => !/^(#|mailto:|tel:|https:)/.test(href))).toEqual([])
  expect(links).toContain('#/destinations')
})
