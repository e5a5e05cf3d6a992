import { expect, test } from 'vitest'
import { factTexts } from './fact-texts.ts'

test('facts are told in words, what has changed with an arrow', () => {
  expect(factTexts({ before: { role: 'staff' }, after: { role: 'manager' } })).toEqual(['role: Staff → Manager'])
  expect(factTexts({ before: { isDisabled: false }, after: { isDisabled: true } })).toEqual(['disabled: no → yes'])
  expect(factTexts({ before: null, after: { method: 'GET', responseStatus: 200 } })).toEqual(['method: GET', 'response: 200'])
  expect(factTexts({ before: null, after: { by_actor: true } })).toEqual(['filtered by actor: yes'])
  expect(factTexts({ before: null, after: { assigneeId: null, totalCents: 3_480_000, refusal: 'wrong_password' } })).toEqual([
    'assignee: no one',
    'price: 34800.00',
    'refusal: wrong password',
  ])
})

test('amounts are shown in their currency, which is not told besides unless it has changed', () => {
  const price = (baseCents: number, currency = 'gbp') => ({ baseCents, currency })
  expect(factTexts({ before: price(8950), after: price(9500) })).toEqual(['base: £89.50 → £95.00'])
  expect(factTexts({ before: price(8950), after: price(9500, 'usd') })).toEqual(['base: £89.50 → $95.00', 'currency: GBP → USD'])
  expect(factTexts({ before: null, after: { amountCents: 109_000 }, currency: 'usd' })).toEqual(['amount: $1,090.00'])
  expect(factTexts({ before: { perFloorCents: null }, after: { perFloorCents: 900 }, currency: 'inr' })).toEqual([
    'per floor: none → ₹9.00',
  ])
  expect(factTexts({ before: { currency: 'gbp', capacity: 12 }, after: { currency: 'gbp', capacity: 14 } })).toEqual(['capacity: 12 → 14'])
  expect(factTexts({ before: { capacity: 12 }, after: { capacity: 12 } })).toEqual([])
})

test('a person is named, and other ids are left to the file', () => {
  const people = { s1: 'Sam Staff' }
  expect(factTexts({ before: { assigneeId: null }, after: { assigneeId: 's1' }, people })).toEqual(['assignee: no one → Sam Staff'])
  expect(factTexts({ before: { assigneeId: 's2' }, after: { assigneeId: 's1' }, people })).toEqual([
    'assignee: a deleted account → Sam Staff',
  ])
  expect(factTexts({ before: null, after: { bookingId: 'bfa1530', refundId: 'r1' } })).toEqual([])
})

test('an approval tells its price, also if it has stayed', () => {
  const facts = (status: string, version: number) => ({ status, totalCents: 40_000, version })
  const entry = { action: 'quote.approved', before: facts('pending', 0), after: facts('approved', 1), currency: 'gbp' }
  expect(factTexts(entry)).toEqual(['status: pending → approved', 'price: £400.00'])
})

test('a booking that ended with its departure says so', () => {
  const after = { status: 'cancelled', amountCents: 218_000, withDeparture: true }
  expect(factTexts({ action: 'booking.cancelled', before: { status: 'confirmed' }, after, currency: 'usd' })).toEqual([
    'status: confirmed → cancelled',
    'refunded: $2,180.00',
    'with its departure',
  ])
})

test('an accepted payment tells how far it is from the price', () => {
  const facts = (amountCents: number) => ({
    action: 'payment.accepted',
    before: { status: 'expired', totalCents: 165_000 },
    after: { status: 'confirmed', amountCents },
    currency: 'usd',
  })
  const start = ['status: expired → confirmed', 'price: $1,650.00']
  expect(factTexts(facts(162_500))).toEqual([...start, 'paid: $1,625.00', '$25.00 less than the price'])
  expect(factTexts(facts(166_000))).toEqual([...start, 'paid: $1,660.00', '$10.00 more than the price'])
})

test('a tick says how late it arrived only if it was late', () => {
  const tick = (secondsAgo: number) => factTexts({ before: null, after: { seat: 1, attendance: 'no_show', secondsAgo } })
  expect(tick(2)).toEqual(['traveller: 1', 'attendance: no show'])
  expect(tick(720)).toEqual(['traveller: 1', 'attendance: no show', 'sent after: 12 min'])
})
