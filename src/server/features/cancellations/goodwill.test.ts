import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { createCheckout, releaseSeats } from '#shared/payments/checkout-calls.ts'
import type { RefundBookingBody } from '#shared/refunds/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  createBuyer,
  inDays,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
  seatsTaken,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { SELLING } from '../../../../tests/support/selling.ts'

const site = await openPaymentSite({ settles: true })
const manager = await createStaff(site, 'manager')
/** A card whose refunds fail a minute later. */
const REFUND_FAILS_LATER = '4000000000005126'
const REASON = 'The hotel was noisy.'

async function moneyFor(id: string) {
  return (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
}

async function refund(id: string, amountCents: number, decision: Partial<RefundBookingBody> = {}, who = manager) {
  return who.post(pathOf(staffCancellationCalls.refundBooking, { id }), {
    reason: REASON,
    amountCents,
    seen: await moneyFor(id),
    ...decision,
  })
}

test('a part goes back with a reason, the booking stays confirmed, and its owner and the audit know', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 2, day)
  const answer = await refund(id, 18_000)
  expect([answer.status, answer.json.money]).toMatchObject([200, { status: 'confirmed', returnedCents: 18_000, leftCents: 200_000 }])
  expect(await refundsOn(site, day)).toMatchObject([{ amount_cents: 18_000, cause: 'goodwill', state: 'succeeded', reason: REASON }])
  expect(await seatsTaken(site, day)).toBe(2)
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'confirmed', refund: { amount: '180.00', state: 'succeeded' } })
  const mail = await site.deps.db.selectFrom('mails').select('data').where('template', '=', 'goodwill-refund').executeTakeFirstOrThrow()
  const { text } = renderTemplate('goodwill-refund', mail.data)
  expect(text).toContain(REASON)
  expect(text).toContain('$180.00')
  const entries = await site.deps.db.selectFrom('audit_entries').select(['action', 'after']).where('subject_id', '=', id).execute()
  expect(entries).toMatchObject([{ action: 'booking.refunded', after: { amountCents: 18_000, refundId: expect.any(String) } }])
})

test('who decides about a booking of options sees its lines with their parts of the discounts, and of a tour with one price none', async () => {
  const [buyer, day, tour] = [await createBuyer(site), nextDay(), 'bali-family-circle']
  const content = JSON.stringify({ ...SELLING, groupDiscounts: [{ fromPeople: 2, percent: 10 }] })
  await site.deps.db.insertInto('tour_selling').values({ tour_id: tour, content }).execute()
  const choice = { optionId: 'english', startTime: '03:00', units: { adult: 2 }, extras: { bike: 1 }, expectedTotal: '100.00' }
  const body = { priceId: (await buyer.tour(tour)).stripePriceId, tour_id: tour, travelDate: day, totalGuests: 2, ...choice }
  await site.cards.pay(sessionOf((await buyer.post(createCheckout.path, body)).json.url))
  const [booking] = await buyer.bookings()
  expect((await moneyFor(booking?.id ?? '')).lines).toEqual([
    { kind: 'unit', name: 'adult', quantity: 2, totalCents: 10_000, discountCents: -1_000 },
    { kind: 'extra', name: 'Bike', quantity: 1, totalCents: 1_000, discountCents: 0 },
    { kind: 'discount', name: expect.stringContaining('10% off'), quantity: 1, totalCents: -1_000, discountCents: 0 },
  ])
  expect('lines' in (await moneyFor((await bookAndPay(site, buyer, 1, nextDay())).id))).toBe(false)
})

test('more than was paid never goes back, however often it is given, by the rules and by the database', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 1, day)
  expect((await refund(id, 60_000)).status).toBe(200)
  expect((await refund(id, 49_001)).json).toMatchObject({ statusCode: 400, issues: [{ path: 'amountCents' }] })
  expect((await refund(id, 0)).json).toMatchObject({ statusCode: 400, issues: [{ path: 'amountCents' }] })
  expect((await refund(id, 49_000)).status).toBe(200)
  expect((await refund(id, 1)).status).toBe(400)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'goodwill-refund', 'goodwill-refund'])
  const more = site.deps.db.updateTable('payments').set({ refund_requested_cents: 109_001 }).where('booking_id', '=', id)
  await expect(more.execute()).rejects.toThrow('payments_never_over_refunded')
})

test('what is still owed of a refund that has failed is not given once more', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 1, day, REFUND_FAILS_LATER)
  expect((await refund(id, 100_000)).status).toBe(200)
  await passTime(site, 90)
  await site.cards.tell('drain')
  expect(await refundsOn(site, day)).toMatchObject([{ state: 'failed' }])
  expect((await refund(id, 9_001)).json).toMatchObject({ code: 'validation_failed' })
  expect((await refund(id, 9_000)).status).toBe(200)
  expect((await listPostings(site.deps.db, id)).filter(({ account }) => account === 'suspense')).toEqual([])
})

test('a cancellation leaves what failed goodwill still owes, so that both can fail and be sent again without owing more than was paid', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 1, day, REFUND_FAILS_LATER)
  expect((await refund(id, 1_500)).status).toBe(200)
  await passTime(site, 90)
  await site.cards.tell('drain')
  expect(
    (await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: REASON, seen: await moneyFor(id) })).status,
  ).toBe(200)
  await passTime(site, 90)
  await site.cards.tell('drain')
  expect(await refundsOn(site, day)).toMatchObject([
    { amount_cents: 1_500, cause: 'goodwill', state: 'failed' },
    { amount_cents: 107_500, cause: 'cancellation', state: 'failed' },
  ])
  expect((await listPostings(site.deps.db, id)).filter(({ account }) => account === 'suspense')).toEqual([])
  for (const task of await tasksOn(site, day)) expect((await manager.post(pathOf(taskSteps.retry, { id: task.id }))).status).toBe(200)
  expect((await refundsOn(site, day)).map(({ amount_cents }) => amount_cents)).toEqual([1_500, 107_500, 1_500, 107_500])
})

test(
  'sent twice at the same instant it is given once',
  async () => {
    await repeat(20, async ({ jitter }) => {
      const [buyer, day] = [await createBuyer(site), nextDay()]
      const { id } = await bookAndPay(site, buyer, 1, day)
      const seen = await moneyFor(id)
      const clicks = [1, 2].map(async () => jitter(15).then(async () => refund(id, 30_000, { seen })))
      const answers = await Promise.all(clicks)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.json.message).toContain(
        'This booking has just changed: Sam Staff has made a partial refund. Your change wasn’t made. Please check again.',
      )
      expect((await refundsOn(site, day)).map(({ amount_cents }) => amount_cents)).toEqual([30_000])
    })
  },
  MANY_ROUNDS_MS,
)

test('a later cancellation gives back what its policy says less the goodwill, and never less than nothing', async () => {
  // Half of the price by the policy.
  const day = inDays(site, 10)
  for (const [goodwill, rest] of [
    [20_000, 34_500],
    [70_000, 0],
  ] as const) {
    const buyer = await createBuyer(site)
    const { id } = await bookAndPay(site, buyer, 1, day)
    const preview = async () => (await buyer.get(pathOf(cancellationCalls.previewRefund, { id }))).json
    expect(await preview()).toMatchObject({ tier: 'partial', refundAmount: '545.00' })
    await refund(id, goodwill)
    expect(await preview()).toMatchObject({ refundAmount: (rest / 100).toFixed(2), returnedAmount: (goodwill / 100).toFixed(2) })
    expect(await moneyFor(id)).toMatchObject({ policyCents: rest, returnedCents: goodwill })
    const { refund: outcome } = (await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).json
    expect(outcome?.amount ?? '0.00').toBe((rest / 100).toFixed(2))
  }
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([
    [20_000, 'goodwill'],
    [34_500, 'cancellation'],
    [70_000, 'goodwill'],
  ])
})

test('goodwill that did not arrive is still owed, and sending it again changes nothing about what is left', async () => {
  const [buyer, day] = [await createBuyer(site), inDays(site, 11)]
  const { id } = await bookAndPay(site, buyer, 1, day, '4000000000005126')
  await refund(id, 20_000)
  const [row] = await refundsOn(site, day)
  await site.cards.tell('settle', { refund: row?.provider_refund_id })
  await site.cards.tell('drain')
  expect(await moneyFor(id)).toMatchObject({ returnedCents: 20_000, policyCents: 34_500 })
  const task = await site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('refund_id', '=', row?.id ?? '')
    .executeTakeFirstOrThrow()
  expect((await manager.post(pathOf(taskSteps.retry, { id: task.id }))).status).toBe(200)
  expect(await moneyFor(id)).toMatchObject({ returnedCents: 20_000, policyCents: 34_500 })
})

test('goodwill that failed and was paid by transfer counts: a cancellation gives back the rest, and no more is offered', async () => {
  const [buyer, day] = [await createBuyer(site), inDays(site, 40)]
  const { id } = await bookAndPay(site, buyer, 1, day, '4000000000005126')
  await refund(id, 50_000)
  const [row] = await refundsOn(site, day)
  await site.cards.tell('settle', { refund: row?.provider_refund_id })
  await site.cards.tell('drain')
  const task = await site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('refund_id', '=', row?.id ?? '')
    .executeTakeFirstOrThrow()
  expect((await manager.post(pathOf(taskSteps.settle, { id: task.id }), { reference: 'Transfer 4711' })).status).toBe(200)
  expect(await moneyFor(id)).toMatchObject({ returnedCents: 50_000, leftCents: 59_000, policyCents: 59_000 })
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).json.refund).toMatchObject({ amount: '590.00' })
  expect((await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
    [50_000, 'settled'],
    [59_000, 'succeeded'],
  ])
})

test('nothing goes back of what was not paid, or while a dispute is open; of a cancelled booking some may', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  await buyer.openCheckout(TOUR, 1, day)
  const pending = (await buyer.bookings())[0]?.id ?? ''
  expect((await refund(pending, 100)).json).toMatchObject({ statusCode: 409, code: 'not_refundable' })
  await buyer.post(pathOf(releaseSeats, { id: pending }))
  const disputed = await bookAndPay(site, buyer, 1, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  expect(await moneyFor(disputed.id)).toMatchObject({ dispute: 'open' })
  expect((await refund(disputed.id, 100)).json).toMatchObject({ statusCode: 409, code: 'not_refundable' })
  const { id } = await bookAndPay(site, await createBuyer(site), 1, inDays(site, 1))
  await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: REASON, seen: await moneyFor(id) })
  expect((await refund(id, 10_000)).status).toBe(200)
})

test('is for managers and administrators', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), await createStaff(site, 'admin')]
  const statuses: number[] = []
  for (const who of people) statuses.push((await refund(id, 100, {}, who)).status)
  expect(statuses).toEqual([401, 403, 403, 200])
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    const seen = await moneyFor(id)
    expect((await refund(unknown, 100, { seen })).status).toBe(404)
  }
})
