import { expect, test } from 'vitest'
import { isAmongChoices } from '#shared/tours/choices.ts'
import { destinationChoices, guestChoices, guestsIn } from './search-choices.ts'

test('the specified destinations come first, then what is on sale, and what is chosen is always among them', () => {
  expect(destinationChoices([], '')).toEqual(['USA', 'France', 'Japan', 'Bali'])
  const destinations = ['London, United Kingdom', 'Peru']
  expect(destinationChoices(destinations, 'Peru')).toEqual(['USA', 'France', 'Japan', 'Bali', ...destinations])
  expect(destinationChoices([], 'Peru').at(-1)).toBe('Peru')
})

test.each([
  [0, []],
  [3, []],
  [4, [4]],
  [12, [4, 5, 6, 8, 10, 12]],
  [14, [4, 5, 6, 8, 10, 12, 14]],
])('groups end at the largest that a tour on sale takes: %i', (largestGroup, larger) => {
  const labels = ['1 Guest', '2 Guests', '3 Guests', ...larger.map((size) => `${size} Guests`)]
  expect(guestChoices(largestGroup, '')).toEqual(labels)
})

test('a group size from the address is kept if a tour could take it', () => {
  expect(['1 Guest', '8 Guests', '1000 Guests'].map(guestsIn)).toEqual(['1 Guest', '8 Guests', '1000 Guests'])
  expect(['9', '0 Guests', '1001 Guests', 'all Guests', ''].map(guestsIn)).toEqual(['', '', '', '', ''])
  expect(guestChoices(6, '7 Guests').slice(-2)).toEqual(['6 Guests', '7 Guests'])
})

test.each([
  ['Kyoto, Japan', [], true],
  ['Bali', [], true],
  ['Lisbon, Portugal', [], false],
  ['Lisbon, Portugal', ['Lisbon, Portugal'], true],
  ['Porto, portugal ', ['Portugal'], true],
  ['', [], false],
])('%j is among the choices with %j on sale: %s', (destination, destinations, isAmong) => {
  expect(isAmongChoices(destination, { destinations })).toBe(isAmong)
})
