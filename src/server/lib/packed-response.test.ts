import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PackedResponse } from './packed-response.ts'

const PAGE = '<p>Wörter</p>'.repeat(1000)

test('a page comes out as it went in, compressed or not, and takes little room meanwhile', async () => {
  const packed = await PackedResponse.of(PAGE)
  expect(await packed.encoded(() => false)).toEqual({ bytes: Buffer.from(PAGE) })
  const { coding, bytes } = await packed.encoded((each) => each === 'br')
  expect(coding).toBe('br')
  expect(brotliDecompressSync(bytes).toString()).toBe(PAGE)
  expect(packed.size).toBeLessThan(PAGE.length / 10)
})

test('the same page has the same tag, another one another', async () => {
  const [first, again, other] = await Promise.all([PackedResponse.of(PAGE), PackedResponse.of(PAGE), PackedResponse.of(`${PAGE}!`)])
  expect(again.etag).toBe(first.etag)
  expect(other.etag).not.toBe(first.etag)
})
