import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCovered, isPostcode, normalisePostcode, partsOfPostcode } from './postcodes.ts'

test.each([
  ['EC1A 1BB', 'EC1A 1BB'],
  ['ec1a1bb', 'EC1A 1BB'],
  ['w1a0ax', 'W1A 0AX'],
  [' M1 1AE ', 'M1 1AE'],
  ['m11ae', 'M1 1AE'],
  ['B33 8TH', 'B33 8TH'],
  ['CR2 6XH', 'CR2 6XH'],
  ['DN55 1PT', 'DN55 1PT'],
  ['dn551pt', 'DN55 1PT'],
  ['gir 0aa', 'GIR 0AA'],
  ['GIR0AA', 'GIR 0AA'],
  ['SW1W 0NY', 'SW1W 0NY'],
  ['N1C 4AG', 'N1C 4AG'],
  ['E1W 1YY', 'E1W 1YY'],
  ['WC2H 7LT', 'WC2H 7LT'],
  ['BN1  1AA', 'BN1 1AA'],
  ['SE1P 5LX', 'SE1P 5LX'],
])('%j is a postcode, written %s', (text, written) => {
  expect(isPostcode(text)).toBe(true)
  expect(normalisePostcode(text)).toBe(written)
})

test.each([
  '',
  'EC1A',
  '1BB',
  'EC1A 1B',
  'EC1A 1BBB',
  'EC1A 11B',
  'EC1A BB1',
  '12345',
  '110001',
  'SW1A-1AA',
  'QA1 1AA',
  'VA1 1AA',
  'XA1 1AA',
  'AI1 1AA',
  'AJ1 1AA',
  'AZ1 1AA',
  'A1I 1AA',
  'A1V 1AA',
  'AA1C 1AA',
  'AA1Z 1AA',
  'EC1A 1CB',
  'EC1A 1BI',
  'EC1A 1KB',
  'EC1A 1MB',
  'EC1A 1OB',
  'EC1A 1VB',
  'AAA1 1AA',
  'AA111 1AA',
  'GIR 0AB',
  'EC1A     1BB',
  'ЕС1А 1ВВ',
  'SW1A 1AA; drop',
])('%j is no postcode', (text) => {
  expect(isPostcode(text)).toBe(false)
})

const letter = (letters: string) => fc.constantFrom(...letters)
const inward = fc
  .tuple(fc.integer({ min: 0, max: 9 }), letter('ABDEFGHJLNPQRSTUWXYZ'), letter('ABDEFGHJLNPQRSTUWXYZ'))
  .map((parts) => parts.join(''))
const outward = fc
  .tuple(letter('ABCDEFGHIJKLMNOPRSTUWYZ'), fc.option(letter('ABCDEFGHKLMNOPQRSTUVWXY'), { nil: '' }), fc.integer({ min: 0, max: 99 }))
  .map((parts) => parts.join(''))

test('every postcode of the common forms is recognised in any case and spacing, and has one normal form', () => {
  fc.assert(
    fc.property(outward, inward, fc.boolean(), fc.boolean(), (out, rest, isLower, hasBlank) => {
      const text = `${out}${hasBlank ? ' ' : ''}${rest}`
      expect(isPostcode(isLower ? text.toLowerCase() : text)).toBe(true)
      expect(normalisePostcode(isLower ? text.toLowerCase() : text)).toBe(`${out} ${rest}`)
      expect(isPostcode(normalisePostcode(text))).toBe(true)
    }),
  )
})

test('a postcode divides into area, district and outward code', () => {
  expect(partsOfPostcode('EC1A 1BB')).toEqual({ area: 'EC', district: 'EC1', outward: 'EC1A' })
  expect(partsOfPostcode('m11ae')).toEqual({ area: 'M', district: 'M1', outward: 'M1' })
  expect(partsOfPostcode('GIR 0AA')).toEqual({ area: 'GIR', district: 'GIR', outward: 'GIR' })
})

test.each([
  ['B33 8TH', ['B'], true],
  ['BN1 1AA', ['B'], false],
  ['BS8 1TH', ['B'], false],
  ['BN1 1AA', ['BN1'], true],
  ['BN10 7AA', ['BN1'], false],
  ['BN11 1AA', ['BN1'], false],
  ['BN2 1AA', ['BN1', 'BN3'], false],
  ['E1 6AN', ['EC'], false],
  ['EC1A 1BB', ['E'], false],
  ['EC1A 1BB', ['EC1'], true],
  ['EC1A 1BB', ['EC1A'], true],
  ['EC1V 1BB', ['EC1A'], false],
  ['OX1 1AA', ['O'], false],
  ['GIR 0AA', ['G'], false],
  ['SW1A 1AA', [], false],
])('%s with the codes %j: %s', (postcode, codes, covered) => {
  expect(isCovered(postcode, new Set(codes))).toBe(covered)
})
