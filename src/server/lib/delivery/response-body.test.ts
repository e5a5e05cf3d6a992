import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BEST, ResponseBody, type Coding } from './response-body.ts'

const PAGE = '<p>Wörter</p>'.repeat(1000)
const BROWSER = (coding: Coding) => ['gzip', 'br'].includes(coding)

test('a packed page comes out as it went in, in whatever coding, and takes little room meanwhile', async () => {
  for (const body of [await ResponseBody.packed(PAGE), await ResponseBody.packed(PAGE, BEST)]) {
    expect(await body.encoded(() => false)).toEqual({ bytes: Buffer.from(PAGE) })
    const [brotli, gzip] = [await body.encoded(BROWSER), await body.encoded((coding) => coding === 'gzip')]
    expect([brotli.coding, gzip.coding]).toEqual(['br', 'gzip'])
    expect([brotliDecompressSync(brotli.bytes), gunzipSync(gzip.bytes)].map(String)).toEqual([PAGE, PAGE])
    expect(body.size).toBeLessThan(PAGE.length / 10)
  }
})

test('the same page has the same tag, another one another', async () => {
  const [first, again, other] = await Promise.all([PAGE, PAGE, `${PAGE}!`].map(async (page) => ResponseBody.packed(page)))
  expect(again?.etag).toBe(first?.etag)
  expect(other?.etag).not.toBe(first?.etag)
})
