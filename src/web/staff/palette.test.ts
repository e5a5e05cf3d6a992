import { expect, test } from 'vitest'
import { foundGroups, pageGroups } from './palette.tsx'

const booking = (id: string, kind: 'tour' | 'vehicle') => ({
  id,
  kind,
  reference: `M-${id}`,
  status: 'confirmed',
  title: 'Kyoto',
  startsOn: '2027-03-01',
  customer: { id: 'u', name: 'Ada', email: 'ada@example.test' },
})
const FOUND = {
  bookings: [booking('1', 'tour'), booking('2', 'vehicle')],
  people: [{ id: 'u', name: 'Ada', email: 'ada@example.test' }],
  tours: [{ id: 't', name: 'Kyoto', destination: 'Kyoto, Japan' }],
}
const PAGES = [
  { title: 'Today', path: '/admin' },
  { title: 'Quotes', path: '/admin/quotes' },
]

test('what is found leads to its page, and a kind without one is left out', () => {
  const groups = foundGroups(FOUND, (page, id) => `${page}/${id}`)
  expect(groups.map(({ title, entries }) => [title, entries.map(({ path }) => path)])).toEqual([
    ['Bookings', ['/admin/bookings/1', '/admin/bookings/2']],
    ['People', ['/admin/people/u']],
    ['Tours', ['/admin/tours/t']],
  ])
  const few = foundGroups(FOUND, (page, id) => (page === '/admin/quotes' ? `${page}/${id}` : undefined))
  expect(few.map(({ title, entries }) => [title, entries.map(({ path }) => path)])).toEqual([['Bookings', ['/admin/quotes/2']]])
})

test('a booking found by more than its customer says by what', () => {
  const bookings = [{ ...booking('1', 'tour'), match: { of: 'traveller', text: 'Zoltan Quux' } }, booking('2', 'tour')]
  const [group] = foundGroups({ bookings, people: [], tours: [] }, (_page, id) => id)
  expect(group?.entries.map(({ note }) => note)).toEqual(['traveller Zoltan Quux, Kyoto, 1 Mar 2027', 'Kyoto, 1 Mar 2027'])
})

test('pages are found by a part of their title, after those that were looked at', () => {
  const recent = [
    { title: 'Quotes', path: '/admin/quotes' },
    { title: 'M-1', path: '/admin/quotes/1' },
  ]
  const names = (text: string) => pageGroups(text, PAGES, recent).map(({ title, entries }) => [title, entries.map(({ name }) => name)])
  expect(names('')).toEqual([
    ['Recent', ['M-1']],
    ['Pages', ['Today', 'Quotes']],
  ])
  expect(names(' TOD ')).toEqual([['Pages', ['Today']]])
  expect(names('nothing')).toEqual([])
})
