import { expect, test, vi } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  createBuyers,
  inDays,
  mailsTo,
  nextDay,
  paymentsOn,
  refundsOn,
  seatsTaken,
  standingsOn,
  tasksOn,
  tellStaffThenCustomers,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { nextYear } from '../../../../tests/support/days.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { applyRefund } from './records.ts'

const site = await openPaymentSite()

async function refundHits(): Promise<number> {
  return (await site.cards.state()).hits['POST /v1/refunds'] ?? 0
}

test('a payment that was given back at the card service before is adopted, not an error', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('webhooks', { hold: true })
  const external = (await site.cards.tell('external_refund', { payment_intent: booking.stripeid })) as { id: string }
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect([answer.status, answer.json.refund.state]).toEqual([200, 'succeeded'])
  await site.cards.tell('release')
  await site.cards.tell('drain')
  expect((await refundsOn(site, booking.travelDate)).map((row) => [row.provider_refund_id, row.cause])).toEqual([
    [external.id, 'cancellation'],
  ])
  expect((await bookingsOn(site, booking.travelDate))[0]?.status).toBe('cancelled')
})

test('a refund made by hand at the card service is booked once, and the staff is told', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 2, nextDay())
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 7000 })
  await site.cards.tell('drain')
  expect((await refundsOn(site, booking.travelDate)).map((row) => [row.amount_cents, row.cause, row.state])).toEqual([
    [7000, 'external', 'succeeded'],
  ])
  expect((await paymentsOn(site, booking.travelDate))[0]?.refund_requested_cents).toBe(7000)
  const [row] = await bookingsOn(site, booking.travelDate)
  expect(row?.status).toBe('confirmed')
  expect(await tasksOn(site, booking.travelDate)).toMatchObject([
    { kind: 'external_refund', cause: expect.stringContaining('of $70.00 was made in') },
  ])
})

test(
  'a cancellation and a refund by hand at the same instant do not wait for each other for ever',
  async () => {
    const buyers = await createBuyers(site, 30)
    await repeat(30, async ({ number, jitter }) => {
      const buyer = buyers[number] ?? (await createBuyer(site))
      const booking = await bookAndPay(site, buyer, 2, nextDay())
      await site.cards.tell('webhooks', { hold: true })
      await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 7000 })
      await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'inquiry' })
      const [, answer] = await Promise.all([
        jitter(10).then(async () => site.cards.tell('release')),
        jitter(10).then(async () => buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })),
      ])
      expect(answer.status).toBe(200)
      await site.cards.tell('drain')
      expect((await bookingsOn(site, booking.travelDate))[0]?.status).toBe('cancelled')
    })
    const failed = await site.deps.db.selectFrom('provider_events').selectAll().where('processed_at', 'is', null).execute()
    expect(failed).toEqual([])
  },
  MANY_ROUNDS_MS,
)

test('a refund that takes its time is shown as on its way, and done when the card service says so', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000007726')
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(answer.json.refund).toMatchObject({ amount: '2180.00', state: 'pending' })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '2180.00', state: 'succeeded' })
})

test('a refund that takes its time and is not heard of again is asked about', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000007726')
  await site.cards.tell('webhooks', { drop: true })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate))[0]?.state).toBe('succeeded')
})

test('a refund that comes back later is reopened: staff and customer are told, the seats stay free', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(answer.json.refund.state).toBe('succeeded')
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  expect((await refundsOn(site, booking.travelDate))[0]).toMatchObject({ state: 'failed', failure_reason: 'expired_or_canceled_card' })
  const [row] = await bookingsOn(site, booking.travelDate)
  expect(row?.status).toBe('cancelled')
  expect(await tasksOn(site, booking.travelDate)).toMatchObject([
    { kind: 'refund_failed', cause: expect.stringContaining('didn’t go through') },
  ])
  expect((await paymentsOn(site, booking.travelDate))[0]?.refund_requested_cents).toBe(0)
  expect(await seatsTaken(site, booking.travelDate)).toBe(0)
  await tellStaffThenCustomers(site)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled', 'refund-failed'])
})

test('a cancellation too late for any refund cancels without asking the card service', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 3))
  const before = await refundHits()
  expect((await buyer.get(pathOf(cancellationCalls.previewRefund, { id: booking.id }))).json).toMatchObject({
    tier: 'none',
    refundAmount: '0.00',
    daysLeft: 3,
  })
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect([answer.status, answer.json.status, answer.json.refund]).toEqual([200, 'cancelled', null])
  expect(await refundHits()).toBe(before)
  expect(await seatsTaken(site, booking.travelDate)).toBe(0)
})

test.each([
  [14, 'full', '2180.00'],
  [13, 'partial', '1090.00'],
  [7, 'partial', '1090.00'],
  [6, 'none', null],
  [0, 'none', null],
])('%i days before the trip the policy gives: %s', async (days, tier, amount) => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, days))
  expect((await buyer.get(pathOf(cancellationCalls.previewRefund, { id: booking.id }))).json).toMatchObject({
    tier,
    refundAmount: amount ?? '0.00',
  })
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(answer.json.refund?.amount ?? null).toBe(amount)
})

test('part cents of 33 % are rounded down, and what counts is the policy of the day of booking', async () => {
  const { db } = site.deps
  const agreed = { full_refund_days: 30, partial_refund_days: 10, partial_refund_percentage: 33 }
  const usual = { full_refund_days: 14, partial_refund_days: 7, partial_refund_percentage: 50 }
  await db.updateTable('tours').set(agreed).where('id', '=', TOUR).execute()
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, inDays(site, 11))
  await site.asOwner(`delete from booking_lines where booking_id = '${booking.id}'`)
  await db.updateTable('bookings').set({ total_cents: 109_001 }).where('id', '=', booking.id).execute()
  await db.updateTable('tours').set(usual).where('id', '=', TOUR).execute()
  // 109001 × 33 % = 35970.33
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).json.refund.amount).toBe('359.70')
})

test('the days left are counted in the time zone of the agency', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextYear('02-15'))
  const { deps } = site
  const { now, config } = deps
  // A login of the week before, by the clock that is moved now.
  await deps.db
    .updateTable('sessions')
    .set({ created_at: nextYear('01-25') })
    .execute()
  const tiers: [string, string, string][] = [
    ['Europe/London', `${nextYear('02-01')}T23:30:00Z`, 'full'],
    ['Pacific/Kiritimati', `${nextYear('02-01')}T23:30:00Z`, 'partial'],
    ['America/New_York', `${nextYear('02-02')}T03:30:00Z`, 'full'],
  ]
  for (const [zone, moment, tier] of tiers) {
    deps.config = { ...config, AGENCY_TIME_ZONE: zone }
    deps.now = () => new Date(moment)
    expect((await buyer.get(pathOf(cancellationCalls.previewRefund, { id: booking.id }))).json.tier).toBe(tier)
  }
  Object.assign(deps, { now, config })
})

test('a cancellation of a disputed payment is not paid back on top: the staff decides', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  expect(await standingsOn(site, booking.travelDate)).toEqual(['open'])
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect([answer.status, answer.json.refund.state]).toEqual([200, 'blocked'])
  const [row] = await bookingsOn(site, booking.travelDate)
  expect(row?.status).toBe('cancelled')
  const tasks = await tasksOn(site, booking.travelDate)
  expect(tasks.map(({ kind }) => kind)).toEqual(['dispute_opened', 'refund_blocked'])
  expect(tasks[1]?.cause).toContain('charge_disputed')
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['blocked'])
})

test('a dispute that was won is lifted from its payment', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  expect(await standingsOn(site, booking.travelDate)).toEqual(['lifted'])
  const [opened, won] = await tasksOn(site, booking.travelDate)
  expect(opened).toMatchObject({ kind: 'dispute_opened', outcome: 'The dispute has closed: won.' })
  expect(won).toMatchObject({ kind: 'dispute_won', outcome: null })
})

test('a dispute that was lost is told to the staff once, and nothing is refunded on top', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'lost' })
  await site.cards.tell('drain')
  const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect([answer.status, answer.json.refund.state]).toEqual([200, 'lost'])
  const tasks = await tasksOn(site, booking.travelDate)
  expect(tasks.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['dispute_opened', 'The dispute has closed: lost.'],
    ['dispute_lost', null],
  ])
})

test('what was read of a dispute before it was won does not bring it back', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  const { cards } = site.deps
  const read = cards.getDispute
  const asOpened = new Map<string, Awaited<ReturnType<typeof read>>>()
  // The first reading is that of an event which was taken just before the dispute was won, and is written just after.
  const stale = vi.spyOn(cards, 'getDispute').mockImplementation(async (id) => {
    const dispute = await read.call(cards, id)
    const first = asOpened.get(id)
    asOpened.set(id, dispute)
    return first ? dispute : { ...dispute, status: 'needs_response', standing: 'open' as const }
  })
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  stale.mockRestore()
  expect(asOpened.size).toBe(1)
  expect(await standingsOn(site, booking.travelDate)).toEqual(['lifted'])
})

test('what was read before a failure was noted does not make the refund good again', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  const id = refund?.provider_refund_id ?? ''
  const earlier = await site.deps.cards.getRefund(id)
  await site.cards.tell('settle', { refund: id })
  await site.cards.tell('drain')
  await applyRefund(site.deps, earlier)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['failed'])
})
