import { expect, test } from 'vitest'
import { sitemapEntry, sitemapIndexText, sitemapText } from './served-pages.ts'

test('a sitemap names its pages, and when they last changed if that is known', () => {
  expect(sitemapText(['https://a.example/', 'https://a.example/about'])).toMatch(
    /^<\?xml .*\n<urlset .*>\n<url><loc>https:\/\/a\.example\/<\/loc><\/url>\n<url>.*about.*<\/url>\n<\/urlset>\n$/,
  )
  expect(sitemapEntry('https://a.example/', new Date('2026-11-22T08:00:00Z'))).toContain('<lastmod>2026-11-22T08:00:00.000Z</lastmod>')
})

test('addresses are escaped as XML wants it', () => {
  expect(sitemapIndexText(['https://a.example/sitemap-trips.xml?from=1.a&to=2.b'])).toContain('?from=1.a&#38;to=2.b</loc>')
})
