import { expect, test } from 'vitest'
import { brand } from '../../src/shared/brand.ts'
import { icoOf, manifestOf } from './site-icons.ts'

test('an ico holds the picture as it is, where its directory says', () => {
  const png = Buffer.from('a picture')
  const ico = icoOf(png, 32)
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, from] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  expect(ico.subarray(from, from + length)).toEqual(png)
})

test('the manifest is the brand', () => {
  expect(manifestOf({ ...brand, name: 'Another Agency' })).toMatchObject({ name: 'Another Agency', theme_color: brand.colours.ink })
})
