import { expect, test } from 'vitest'
import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { consequences, sumsText } from './cancel-dialog.tsx'
import { endedText, isSettled } from './cancellation-progress.tsx'

const NONE = { bookings: 0, people: 0, holds: 0, heldSeats: 0, refunds: [] }

test('what goes back is said for each currency by itself', () => {
  expect(
    sumsText([
      { currency: 'gbp', amountCents: 30_000, amount: '300.00' },
      { currency: 'usd', amountCents: 120_050, amount: '1200.50' },
    ]),
  ).toBe('£300 and $1,200.50')
})

test('a process of the version before says what goes back in whole units', () => {
  expect(sumsText([{ currency: 'usd', amount: '1200.50' }])).toBe('$1,200.50')
})

test('the consequences name bookings, people, holds and money', () => {
  expect(
    consequences({
      bookings: 3,
      people: 7,
      holds: 1,
      heldSeats: 2,
      refunds: [{ currency: 'usd', amountCents: 909_300, amount: '9093.00' }],
    }),
  ).toEqual([
    '3 bookings will be cancelled (7 travellers), and the customers will be emailed your reason.',
    '$9,093 will be refunded in full to the cards used.',
    '1 open checkout will end (2 seats), and the customers will be notified. Any payment that still arrives will be refunded.',
    'This date will no longer be on sale. You can’t undo this.',
  ])
  const kept = { ...NONE, bookings: 2, people: 2, holds: 3, heldSeats: 6, reservations: 2, reservedSeats: 3, withoutAddress: 1 }
  expect(consequences(kept).slice(2, 5)).toEqual([
    '2 unpaid reservations will end (3 seats), and the customers will be notified.',
    '1 open checkout will end (3 seats), and the customers will be notified. Any payment that still arrives will be refunded.',
    '1 of them has no email address: you’ll see next who to call.',
  ])
  expect(consequences({ ...NONE, bookings: 1, people: 1 })[1]).toBe('Nothing to refund: everything has already been refunded.')
  expect(consequences(NONE)[0]).toBe('There are no bookings, so no emails are sent and nothing is refunded.')
})

test('a cancellation is settled once no booking, refund or email is under way', () => {
  const done: ReadCancellation = {
    departureId: '2027-03-01:tokyo',
    reason: 'Snow',
    requestedAt: '2026-11-22T06:00:00.000Z',
    requestedBy: 'Daniel Okafor',
    finishedAt: '2026-11-22T06:00:09.000Z',
    figures: NONE,
    done: 1,
    waiting: 0,
    refunds: [{ state: 'failed', currency: 'usd', count: 1, amount: '10.00' }],
    emails: { sent: 1, waiting: 0, failed: 0, withoutAddress: 0 },
    failures: [],
  }
  expect(isSettled(done)).toBe(true)
  expect(isSettled({ ...done, finishedAt: null })).toBe(false)
  expect(isSettled({ ...done, emails: { sent: 0, waiting: 1, failed: 0, withoutAddress: 0 } })).toBe(false)
  expect(isSettled({ ...done, refunds: [{ state: 'pending', currency: 'usd', count: 1, amount: '10.00' }] })).toBe(false)
})

test('how far it has come counts holds only where there were some', () => {
  const one = { done: 1, waiting: 0, figures: { ...NONE, bookings: 1 } }
  expect(endedText(one)).toBe('1 booking has been cancelled')
  expect(endedText({ ...one, figures: { ...NONE, holds: 1 } })).toBe('1 hold has ended')
  expect(endedText({ ...one, waiting: 2 })).toBe('1 of 3 bookings have been cancelled')
  expect(endedText({ done: 3, waiting: 0, figures: { ...NONE, bookings: 2, holds: 1 } })).toBe(
    'All 3 bookings and holds have been cancelled',
  )
})
