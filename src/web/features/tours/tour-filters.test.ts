import { describe, expect, it, test } from 'vitest'
import { isAmongChoices } from '#shared/tours/choices.ts'
import {
  buildSearchText,
  destinationChoices,
  filtersFromParams,
  filtersInWords,
  guestChoices,
  guestsIn,
  NO_FILTERS,
  ofAnyLength,
  paramsFromFilters,
  tripQuery,
  understoodInWords,
} from './tour-filters.ts'

const all = { text: '', destination: 'Japan', activity: 'city-tour', date: '2026-11-21', duration: '7', guests: '2 Guests' }

describe('the search text', () => {
  it('joins destination, activity, duration in days, guests and date with spaces', () => {
    expect(buildSearchText(all)).toBe('Japan city-tour 7 days 2 Guests 2026-11-21')
  })

  it('leaves out what is not chosen', () => {
    expect(buildSearchText({ ...NO_FILTERS, activity: 'beach' })).toBe('beach')
    expect(buildSearchText(NO_FILTERS)).toBe('')
  })

  it('does not add the word days to an empty duration and keeps a free-text one as typed', () => {
    expect(buildSearchText({ ...NO_FILTERS, duration: '  ' })).toBe('')
    expect(buildSearchText({ ...NO_FILTERS, duration: 'about 5' })).toBe('about 5 days')
  })

  it('starts with the free text of the header and never exceeds what the server accepts', () => {
    expect(buildSearchText({ ...all, text: ' temples ' })).toMatch(/^temples Japan /)
    expect(buildSearchText({ ...NO_FILTERS, text: 'x'.repeat(500) })).toHaveLength(200)
  })
})

describe('the filters in the address', () => {
  it('come back as they were written', () => {
    expect(filtersFromParams(paramsFromFilters({ ...all, text: 'tea & temples' }))).toEqual({ ...all, text: 'tea & temples' })
  })

  it('write nothing when nothing is chosen', () => {
    expect(paramsFromFilters(NO_FILTERS).toString()).toBe('')
  })

  it('name any place and any group that a tour may take', () => {
    const sold = { ...NO_FILTERS, destination: 'London, United Kingdom', guests: '8 Guests' }
    expect(filtersFromParams(paramsFromFilters(sold))).toEqual(sold)
  })

  it('ignore choices that do not exist', () => {
    expect(filtersFromParams(new URLSearchParams('activity=golf&date=2026-02-30&guests=9'))).toEqual(NO_FILTERS)
  })
})

it('tells a tour of date and guests, and of nothing else', () => {
  expect(tripQuery(all)).toBe('?date=2026-11-21&guests=2')
  expect(tripQuery({ ...NO_FILTERS, guests: '3 Guests' })).toBe('?guests=3')
  expect(tripQuery({ ...all, date: '', guests: '' })).toBe('')
  expect([tripQuery(all, '6'), tripQuery(NO_FILTERS, '12')]).toEqual(['?date=2026-11-21&guests=6', '?guests=12'])
})

it('tells a tour of a day and a group that were typed, unless others are chosen', () => {
  const typed = { from: '2026-12-24', to: '2026-12-24', guests: 3 }
  expect(tripQuery(NO_FILTERS, '', typed)).toBe('?date=2026-12-24&guests=3')
  expect(tripQuery(all, '', typed)).toBe('?date=2026-11-21&guests=2')
  expect(tripQuery(NO_FILTERS, '', { from: '2026-12-24', to: '2026-12-26' })).toBe('')
})

it('says what was understood of the words', () => {
  const [from, to] = ['2026-12-24', '2026-12-26']
  expect(understoodInWords({ from, to: from, guests: 3 })).toBe('available on 24 Dec 2026 for 3 people')
  expect(understoodInWords({ from, to })).toBe('available on a day from 24 Dec to 26 Dec 2026')
  expect([understoodInWords({ guests: 1 }), understoodInWords({})]).toEqual(['for 1 person', ''])
})

it('says in one line what is looked for', () => {
  expect(filtersInWords(all)).toBe('Japan · City Tour · 7 days · 21 Nov 2026 · 2 Guests')
  expect(filtersInWords({ ...NO_FILTERS, duration: '1' })).toBe('1 day')
  expect(filtersInWords(NO_FILTERS)).toBe('')
})

describe('the filters for any length', () => {
  it('lose the duration and what the text says about it, and nothing else', () => {
    expect(ofAnyLength({ ...all, text: 'hiking 9 days with a guide' }, ['9 days with a', '7 days'])).toEqual({
      ...all,
      text: 'hiking guide',
      duration: '',
    })
  })
})

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
