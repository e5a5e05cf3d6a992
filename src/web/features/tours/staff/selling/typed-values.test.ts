import { expect, test } from 'vitest'
import { idOf } from './ids.ts'
import { centsText, durationOf, durationText } from './typed-values.ts'

test('money kept in cents is written in units, with cents only if there are any', () => {
  expect([0, 4_500, 4_550, 120_005, null].map(centsText)).toEqual(['0', '45', '45.50', '1200.05', ''])
})

test('a duration is hours, or hours and minutes', () => {
  expect(['2:30', '2', '1.5', '0,25', ''].map(durationOf)).toEqual([150, 120, 90, 15, null])
  expect(durationOf('long')).toBeNaN()
  expect([150, 45, null].map(durationText)).toEqual(['2:30', '0:45', ''])
})

test('ids are plain, unique and short', () => {
  const taken = new Set(['cafe', 'cafe-2'])
  expect(idOf('Café', taken)).toBe('cafe-3')
  expect(idOf('京都', new Set())).toBe('item')
  expect(idOf(`${'a'.repeat(39)} b`, new Set())).toBe('a'.repeat(39))
  expect(idOf('a'.repeat(60), new Set(['a'.repeat(40)]))).toBe(`${'a'.repeat(38)}-2`)
})
