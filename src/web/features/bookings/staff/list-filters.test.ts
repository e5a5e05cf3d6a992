import { expect, test } from 'vitest'
import { rangeName, rangeOf, rangeText, addressOf, filtersFrom, NO_FILTERS, queryFrom } from './list-filters.ts'

/** A Sunday. */
const TODAY = '2026-11-22'
const from = (address: string) => filtersFrom(new URLSearchParams(address))

test('filters survive the way into the address and back', () => {
  const filters = { search: 'ada & co', kind: 'tour', status: 'pending', tour: 'kyoto', travel: 'this-week', booked: '2026-11-01..' }
  expect(from(addressOf(filters))).toEqual(filters)
  expect([addressOf(NO_FILTERS), addressOf({ ...NO_FILTERS, status: 'pending' })]).toEqual(['', '?status=pending'])
})

test.each(['search=ab', 'kind=boat', 'status=lost', 'travel=soon', 'travel=2027-02-30..', 'booked=..', 'page=2'])(
  'an invalid filter is ignored: %s',
  (address) => {
    expect(from(address)).toEqual(NO_FILTERS)
  },
)

test('named ranges become days relative to today', () => {
  expect(queryFrom(from('travel=this-week&booked=last-7-days&status=pending'), TODAY)).toEqual({
    status: 'pending',
    from: '2026-11-16',
    to: '2026-11-22',
    bookedFrom: '2026-11-16',
    bookedTo: '2026-11-22',
    order: 'soonest',
  })
  expect(rangeOf('this-week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(queryFrom(from('travel=2027-03-01..'), TODAY)).toEqual({ from: '2027-03-01', order: 'soonest' })
  expect(queryFrom(from('travel=last-30-days'), TODAY)).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  expect(queryFrom(NO_FILTERS, TODAY)).toEqual({})
})

test('ranges of days have names', () => {
  const names = [
    'tomorrow',
    '2027-03-01..2027-03-07',
    '2026-12-30..2027-01-02',
    '2027-03-01..2027-03-01',
    '2027-03-01..',
    '..2027-03-07',
    '',
  ]
  expect(names.map(rangeName)).toEqual([
    'Tomorrow',
    '1 Mar – 7 Mar 2027',
    '30 Dec 2026 – 2 Jan 2027',
    '1 Mar 2027',
    'since 1 Mar 2027',
    'until 7 Mar 2027',
    '',
  ])
  expect([rangeText({ from: '2027-03-01' }), rangeText({})]).toEqual(['2027-03-01..', ''])
})
