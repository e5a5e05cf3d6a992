import { expect, test } from 'vitest'
import { keptOptions, optionsOf, withOption } from './code-tours.tsx'

const BUS = {
  name: 'Bali',
  options: [
    { id: 'english', name: 'Bus, in English' },
    { id: 'german', name: 'Bus, in German' },
  ],
}
const WALK = { name: 'Lisbon', options: [{ id: 'english', name: 'Walk, in English' }] }

test('an option of several tours has each of its names once, and one that no longer exists its id', () => {
  expect(optionsOf([BUS, undefined, WALK], ['german', 'boat'])).toEqual([
    { id: 'english', name: 'Bus, in English, Bali / Walk, in English, Lisbon' },
    { id: 'german', name: 'Bus, in German, Bali' },
    { id: 'boat', name: 'boat' },
  ])
  expect(optionsOf([WALK], ['english'])).toEqual([{ id: 'english', name: 'Walk, in English' }])
  expect(optionsOf([], null)).toEqual([])
})

test('no chosen option means all, and removing a tour removes its options', () => {
  expect(withOption(null, 'german', true)).toEqual(['german'])
  expect(withOption(['german'], 'english', true)).toEqual(['german', 'english'])
  expect(withOption(['german'], 'german', false)).toBeNull()
  expect(keptOptions(['german', 'english'], [WALK])).toEqual(['english'])
  expect(keptOptions(['german'], [WALK])).toBeNull()
  expect(keptOptions(null, [BUS])).toBeNull()
})
