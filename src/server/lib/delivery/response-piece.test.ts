import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipOf, ResponsePiece } from './response-piece.ts'

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
