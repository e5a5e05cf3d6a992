import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import type { CancelBookingBody } from '#shared/refunds/staff.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, inDays, nextDay, refundsOn, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff, moneyOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'

const site = await openPaymentSite({ settles: true })
const manager = await createStaff(site, 'manager')
const REASON = 'The guide has fallen ill.'

async function moneyFor(id: string, who = manager) {
  return (await who.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
}

async function cancel(id: string, decision: Partial<CancelBookingBody> = {}, who = manager) {
  return who.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: REASON, seen: await moneyFor(id), ...decision })
}

async function mailOf(buyer: Browser) {
  const rows = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', buyer.email)
    .where('template', '=', 'booking-cancelled')
    .execute()
  expect(rows).toHaveLength(1)
  return renderTemplate('booking-cancelled', rows[0]?.data).text
}

test('by the policy: the seats are free, the money goes back once, the owner reads why, and the audit has the amounts', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 2, day)
  expect(await moneyFor(id)).toMatchObject({
    status: 'confirmed',
    currency: 'usd',
    totalCents: 218_000,
    paidCents: 218_000,
    returnedCents: 0,
    leftCents: 218_000,
    policyCents: 218_000,
    tier: 'full',
    dispute: 'none',
  })
  const answer = await cancel(id)
  expect([answer.status, answer.json.money]).toMatchObject([200, { status: 'cancelled', returnedCents: 218_000, leftCents: 0 }])
  expect(await refundsOn(site, day)).toMatchObject([{ amount_cents: 218_000, cause: 'cancellation', state: 'succeeded' }])
  expect(await seatsTaken(site, day)).toBe(0)
  const text = await mailOf(buyer)
  expect(text).toContain(`The reason: ${REASON}`)
  expect(text).toContain('$2,180.00 will be refunded to the card')
  expect(text).not.toContain('as you asked')
  const [entry] = await site.deps.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).execute()
  expect(entry).toMatchObject({
    action: 'booking.cancelled',
    before: { status: 'confirmed', policyCents: 218_000 },
    after: { status: 'cancelled', amountCents: 218_000 },
  })
})

test('another amount than the policy’s: more, less or nothing, never more than is left, in whole cents', async () => {
  const buyer = await createBuyer(site)
  const near = inDays(site, 1)
  const { id } = await bookAndPay(site, buyer, 1, near)
  expect(await moneyFor(id)).toMatchObject({ tier: 'none', policyCents: 0, leftCents: 109_000 })
  for (const amountCents of [109_001, -1, 1.5]) {
    expect((await cancel(id, { amountCents })).json).toMatchObject({ statusCode: 400, issues: [{ path: 'amountCents' }] })
  }
  expect((await cancel(id, { reason: ' ' })).json).toMatchObject({ statusCode: 400, issues: [{ path: 'reason' }] })
  expect((await cancel(id, { amountCents: 70_000 })).status).toBe(200)
  expect(await refundsOn(site, near)).toMatchObject([{ amount_cents: 70_000, state: 'succeeded' }])

  const [other, day] = [await createBuyer(site), nextDay()]
  const unlucky = await bookAndPay(site, other, 1, day)
  expect((await cancel(unlucky.id, { amountCents: 0 })).status).toBe(200)
  expect(await refundsOn(site, day)).toEqual([])
  expect(await mailOf(other)).toContain('No refund is due this time.')
})

test('what staff have not seen is not decided upon: sent twice it is done once, and the second person hears who was first', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id, stripeid } = await bookAndPay(site, buyer, 2, day)
  const seen = await moneyFor(id)
  await site.cards.tell('external_refund', { payment_intent: stripeid, amount: 30_000 })
  await site.cards.tell('drain')
  const late = await cancel(id, { seen })
  expect(late.json).toMatchObject({ statusCode: 409, code: 'figures_changed' })
  expect(late.json.message).toContain('the refundable amount has changed')
  const now = await moneyFor(id)
  const twice = await Promise.all([cancel(id, { seen: now }), cancel(id, { seen: now }, await createStaff(site, 'admin'))])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(twice.find(({ status }) => status === 409)?.json.message).toContain('Sam Staff has cancelled it')
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([
    [30_000, 'external'],
    [188_000, 'cancellation'],
  ])
  await mailOf(buyer)
})

test(
  'its owner and the staff cancel at the same instant: one refund, one email',
  async () => {
    await repeat(20, async ({ jitter }) => {
      const [buyer, day] = [await createBuyer(site), nextDay()]
      const { id } = await bookAndPay(site, buyer, 1, day)
      const seen = await moneyFor(id)
      const byOwner = jitter(20).then(async () => buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id }))
      const byStaff = jitter(20).then(async () => cancel(id, { seen, amountCents: 50_000 }))
      await Promise.all([byOwner, byStaff])
      expect(await refundsOn(site, day)).toHaveLength(1)
      await mailOf(buyer)
    })
  },
  MANY_ROUNDS_MS,
)

test('a vehicle booking goes back by the policy of its service', async () => {
  const quote = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), quote.link))
  expect((await cancel(quote.id, { amountCents: 1_000_000 })).status).toBe(200)
  expect(await moneyOf(site, quote.id)).toMatchObject([{ role: 'primary', refund_cents: 1_000_000, state: 'succeeded' }])
})

test('only what is confirmed can be cancelled, and what a cancelled departure refunds in full is left to it', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  await buyer.openCheckout(TOUR, 1, day)
  const pending = (await buyer.bookings())[0]?.id ?? ''
  expect((await cancel(pending)).json).toMatchObject({ statusCode: 409, code: 'not_cancellable' })
  await buyer.post(pathOf(releaseSeats, { id: pending }))
  const closed = nextDay()
  const { id } = await bookAndPay(site, buyer, 1, closed)
  const { json: seen } = await manager.get(pathOf(departureCalls.previewCancellation, { id: departureId(TOUR, closed) }))
  await manager.post(pathOf(departureCalls.cancelDeparture, { id: departureId(TOUR, closed) }), { reason: 'A storm', seen })
  expect((await cancel(id, { amountCents: 0 })).json).toMatchObject({ statusCode: 409, code: 'departure_cancelled' })
})

test('is for managers and administrators', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const seen = await moneyFor(id)
  const others = [site.visitor(), await createBuyer(site), await createStaff(site)]
  const statuses = await Promise.all(
    others.flatMap((who) =>
      [who.get(pathOf(staffCancellationCalls.getBookingMoney, { id })), cancel(id, { seen }, who)].map(
        async (answer) => (await answer).status,
      ),
    ),
  )
  expect(statuses).toEqual([401, 401, 403, 403, 403, 403])
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    expect([
      (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: unknown }))).status,
      (await cancel(unknown, { seen })).status,
    ]).toEqual([404, 404])
  }
  expect((await cancel(id, { seen }, await createStaff(site, 'admin'))).status).toBe(200)
})
