import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SitePage } from './site-page.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const html = '<head><script>boot()</script><script src="/a.js"></script><style>p{top:0}</style></head><p>Home</p>'

test('only the inline scripts and styles of the page are allowed, each by its hash (ASVS 1.3.2, 3.4.3)', () => {
  const { policy } = new SitePage(html)
  expect(policy).toContain(`script-src 'self' ${hash('boot()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{top:0}')};`)
  expect(policy).not.toContain('unsafe')
})

test('a page without any inline part needs no exception', () => {
  expect(new SitePage('<p>').policy).toContain("script-src 'self'; style-src 'self'; ")
})

test('the page is compressed as the browser accepts it', () => {
  const page = new SitePage(html)
  const best = page.inEncoding('gzip, deflate, br')
  expect(best.encoding).toBe('br')
  expect(brotliDecompressSync(best.bytes).toString()).toBe(html)
  const second = page.inEncoding('gzip;q=1.0, br;q=0')
  expect(second.encoding).toBe('gzip')
  expect(gunzipSync(second.bytes).toString()).toBe(html)
  expect(page.inEncoding('br;q=0.5, gzip').encoding).toBe('gzip')
  expect(page.inEncoding('x-br, identity').encoding).toBeUndefined()
  expect(page.inEncoding()).toEqual({ encoding: undefined, bytes: Buffer.from(html) })
})

test('a different page has a different ETag', () => {
  expect(new SitePage(html).tag).not.toBe(new SitePage(`${html} `).tag)
})
