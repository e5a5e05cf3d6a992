import { expect, test } from 'vitest'
import { centsText, duration } from './typed-values.ts'

test('money kept in cents is written in units, with cents only if there are any', () => {
  expect([0, 4_500, 4_550, 120_005].map(centsText)).toEqual(['0', '45', '45.50', '1200.05'])
})

test('a duration is hours, or hours and minutes', () => {
  expect(['2:30', '2', '1.5', '0,25', ''].map(duration.read)).toEqual([150, 120, 90, 15, null])
  expect(duration.read('long')).toBeNaN()
  expect([150, 45, null].map(duration.write)).toEqual(['2:30', '0:45', ''])
})
