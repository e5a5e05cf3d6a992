import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BEST, gzipOf, ResponseBody, ResponsePiece, type Coding } from './response-body.ts'

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

const text = (value: string) => Buffer.from(value)

test('texts and pieces in any order become one gzip of all their bytes', () => {
  const pieces = ['', 'a', 'Reykjavík 🧭 '.repeat(5000), JSON.stringify({ name: 'Kyoto' })].map((each) => new ResponsePiece(each))
  const [none, letter, long, json] = pieces as [ResponsePiece, ResponsePiece, ResponsePiece, ResponsePiece]
  for (const parts of [
    [],
    [text('[]')],
    [letter],
    [text('['), long, text(','), json, text(','), letter, none, text(']')],
    [json, json, json],
  ]) {
    const whole = Buffer.concat(parts.map((part) => (part instanceof ResponsePiece ? part.bytes : part)))
    expect(gunzipSync(gzipOf(parts)).equals(whole)).toBe(true)
  }
})

test('a piece is compressed once', () => {
  const piece = new ResponsePiece('temple '.repeat(100))
  expect(piece.deflated).toBe(piece.deflated)
  expect(piece.deflated.length).toBeLessThan(100)
})

test('a text too long for one stored block is refused', () => {
  expect(() => gzipOf([Buffer.alloc(65_536)])).toThrow(RangeError)
  expect(gunzipSync(gzipOf([Buffer.alloc(65_535)]))).toHaveLength(65_535)
})
