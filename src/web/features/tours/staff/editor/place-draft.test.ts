import { expect, test } from 'vitest'
import { coordinatesIn, NO_PLACE, placeOf, toPlaceDraft } from './place-draft.ts'

const KYOTO = { name: 'Kyoto', latitude: 35.003, longitude: 135.769 }

test('a place is typed and read the same, and an empty one is none', () => {
  expect(placeOf(toPlaceDraft(KYOTO))).toEqual(KYOTO)
  expect(placeOf(toPlaceDraft(null))).toBeNull()
  expect(placeOf({ name: ' Ubud ', latitude: '−8,5069°', longitude: 'east' })).toEqual({ name: 'Ubud', latitude: -8.5069, longitude: NaN })
  expect(placeOf({ ...NO_PLACE, latitude: '35' })).toEqual({ name: '', latitude: 35, longitude: NaN })
})

test('both numbers are taken from what a map copies', () => {
  expect(coordinatesIn('35.0394, 135.7292')).toEqual({ latitude: '35.0394', longitude: '135.7292' })
  expect(coordinatesIn(' 8.5069° S, 115.2625° E')).toEqual({ latitude: '-8.5069', longitude: '115.2625' })
  expect(coordinatesIn('−8.5 115')).toEqual({ latitude: '-8.5', longitude: '115' })
  for (const text of ['35.0394', 'Kyoto, Japan', '1, 2, 3']) expect(coordinatesIn(text)).toBeUndefined()
})
