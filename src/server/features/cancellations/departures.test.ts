import { expect, test } from 'vitest'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { departureCancellationSchema } from '#shared/cancellations/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  createBuyers,
  inDays,
  mailsTo,
  nextDay,
  refundsOn,
  SEATS,
  seatsTaken,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reservationBody, reserve } from '../../../../tests/support/reservations.ts'
import { continueCancellations } from './departure-endings.ts'

const site = await openPaymentSite({ settles: true })
const REASON = 'The mountain road is closed.'

async function preview(admin: Browser, day: string) {
  return (await admin.get(pathOf(departureCalls.previewCancellation, { id: departureId(TOUR, day) }))).json
}

async function cancel(admin: Browser, day: string, seen: unknown, reason = REASON) {
  return admin.post(pathOf(departureCalls.cancelDeparture, { id: departureId(TOUR, day) }), { reason, seen })
}

const goingBack = (amountCents: number) => [{ currency: 'usd', amountCents, amount: (amountCents / 100).toFixed(2) }]

async function progress(admin: Browser, day: string) {
  return departureCancellationSchema.parse((await admin.get(pathOf(departureCalls.getCancellation, { id: departureId(TOUR, day) }))).json)
}

async function work(stopping?: AbortSignal): Promise<void> {
  await continueCancellations(site.deps, site.app.log, stopping)
}

async function refundedOn(day: string) {
  await reconcile(site.deps, site.app.log, 0)
  const refunds = (await refundsOn(site, day)).toSorted((a, b) => b.amount_cents - a.amount_cents)
  return refunds.map(({ amount_cents, cause, state }) => [amount_cents, cause, state])
}

test('everybody is refunded in full whatever the policy says, and told; holds end, and the day is closed for ever', async () => {
  const admin = await createStaff(site, 'admin')
  // So near that the policy would give back nothing.
  const day = inDays(site, 1)
  const [one, two, holder, before] = await createBuyers(site, 4)
  if (!one || !two || !holder || !before) throw new Error('no buyers')
  await bookAndPay(site, one, 2, day)
  await bookAndPay(site, two, 1, day)
  const session = await holder.openCheckout(TOUR, 3, day)
  const cancelled = await bookAndPay(site, before, 1, day)
  await before.post(cancellationCalls.cancelOwnBooking.path, { bookingId: cancelled.id })
  const seen = await preview(admin, day)
  expect(seen).toEqual({ bookings: 2, people: 3, holds: 1, heldSeats: 3, refunds: goingBack(327_000) })
  const accepted = await cancel(admin, day, seen)
  expect([accepted.status, accepted.json]).toMatchObject([
    202,
    { reason: REASON, requestedBy: 'Sam Staff', figures: seen, done: 0, waiting: 3 },
  ])
  expect((await before.checkout(TOUR, 1, day)).json.code).toBe('sold_out')
  expect((await holder.checkout(TOUR, 3, day)).json.code).toBe('sold_out')
  await work()
  expect(await refundedOn(day)).toEqual([
    [218_000, 'cancellation', 'succeeded'],
    [109_000, 'cancellation', 'succeeded'],
  ])
  expect((await bookingsOn(site, day)).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'cancelled', 'cancelled', 'expired'])
  expect(await seatsTaken(site, day)).toBe(0)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  for (const { email } of [one, two, holder]) expect((await mailsTo(site, email)).at(-1)).toBe('departure-cancelled')
  expect(await mailsTo(site, before.email)).not.toContain('departure-cancelled')
  const { done, waiting, finishedAt, refunds, emails, failures } = await progress(admin, day)
  expect([done, waiting, finishedAt !== null, failures]).toEqual([3, 0, true, []])
  expect(refunds).toEqual([{ state: 'succeeded', currency: 'usd', count: 2, amount: '3270.00' }])
  expect(emails).toEqual({ sent: 0, waiting: 3, failed: 0, withoutAddress: 0 })
  const unblocked = await admin.post(pathOf(departureCalls.unblockDeparture, { id: departureId(TOUR, day) }))
  expect(unblocked.json).toMatchObject({ statusCode: 409, code: 'departure_cancelled' })
  const mail = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('key', '=', `departure-cancelled:${(await one.bookings())[0]?.id}`)
    .executeTakeFirstOrThrow()
  const { text } = renderTemplate('departure-cancelled', mail.data)
  expect(text).toContain(REASON)
  expect(text).toContain('We’re refunding $2,180.00 in full')
})

test('a page of the version before sends the figures in whole units', async () => {
  const admin = await createStaff(site, 'admin')
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await bookAndPay(site, buyer, 2, day)
  const seen = (amount: string) => ({ bookings: 1, people: 2, holds: 0, heldSeats: 0, refunds: [{ currency: 'usd', amount }] })
  expect((await cancel(admin, day, seen('2180.01'))).json).toMatchObject({ statusCode: 409, code: 'figures_changed' })
  expect((await cancel(admin, day, seen('2180.00'))).status).toBe(202)
})

test('anyone who decides on old figures is shown the new ones, and nothing happens', async () => {
  const admin = await createStaff(site, 'admin')
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const seen = await preview(admin, day)
  await bookAndPay(site, buyer, 2, day)
  const figures = { bookings: 1, people: 2, holds: 0, heldSeats: 0, refunds: goingBack(218_000) }
  expect((await cancel(admin, day, seen)).json).toMatchObject({ statusCode: 409, code: 'figures_changed', figures })
  await work()
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
  expect((await admin.get(pathOf(departureCalls.getCancellation, { id: departureId(TOUR, day) }))).status).toBe(404)
})

test('an owner who cancels before their turn gets all of it back, as the preview says, and once', async () => {
  const [admin, day] = [await createStaff(site, 'admin'), inDays(site, 2)]
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 2, day)
  expect((await buyer.get(pathOf(cancellationCalls.previewRefund, { id }))).json).toMatchObject({ refundAmount: '0.00' })
  expect((await cancel(admin, day, await preview(admin, day))).status).toBe(202)
  expect((await buyer.get(pathOf(cancellationCalls.previewRefund, { id }))).json).toMatchObject({ tier: 'full', refundAmount: '2180.00' })
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).json.refund).toMatchObject({ amount: '2180.00' })
  await work()
  expect(await refundedOn(day)).toEqual([[218_000, 'cancellation', 'succeeded']])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
})

test('two people at once, and each of them twice: one cancellation, one refund, one email, one entry in the audit', async () => {
  const [one, other] = [await createStaff(site, 'admin'), await createStaff(site, 'admin')]
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await bookAndPay(site, buyer, 2, day)
  const seen = await preview(one, day)
  const responses = await Promise.all([one, other, one, other].map(async (who) => cancel(who, day, seen)))
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(new Set(responses.map(({ json }) => json.requestedAt)).size).toBe(1)
  await Promise.all([work(), work()])
  await work()
  expect(await refundedOn(day)).toEqual([[218_000, 'cancellation', 'succeeded']])
  expect((await mailsTo(site, buyer.email)).filter((template) => template === 'departure-cancelled')).toHaveLength(1)
  const entries = site.deps.db.selectFrom('audit_entries').select(['before', 'after']).where('action', '=', 'departure.cancelled')
  expect(await entries.where('subject_id', '=', departureId(TOUR, day)).execute()).toEqual([
    {
      before: { isBlocked: false },
      after: { isBlocked: true, bookings: 1, people: 2, holds: 0, amountCents: 218_000, currency: 'usd' },
    },
  ])
  const [booking] = await buyer.bookings()
  const { json } = await one.get(
    `${auditCalls.listAudit.path}?subject=${booking?.reference.slice(2).toLowerCase()}&action=booking.cancelled`,
  )
  expect(json).toMatchObject([
    {
      actor: { name: 'Sam Staff' },
      subject: { kind: 'booking', id: booking?.id },
      before: { status: 'confirmed' },
      after: { status: 'cancelled', amountCents: 218_000, withDeparture: true },
      reason: REASON,
    },
  ])
})

test('it is for managers and administrators: 401 signed out, 403 for customers and staff, who may see how far it has come', async () => {
  const [day, admin, staff] = [nextDay(), await createStaff(site, 'admin'), await createStaff(site)]
  const seen = await preview(admin, day)
  const people = [site.visitor(), await createBuyer(site), staff, await createStaff(site, 'manager'), admin]
  const id = departureId(TOUR, day)
  const statuses = async (call: (who: Browser) => Promise<{ status: number }>) =>
    Promise.all(people.map(async (who) => (await call(who)).status))
  expect(await statuses(async (who) => who.get(pathOf(departureCalls.previewCancellation, { id })))).toEqual([401, 403, 403, 200, 200])
  expect(await statuses(async (who) => cancel(who, day, seen))).toEqual([401, 403, 403, 202, 202])
  expect(await statuses(async (who) => who.get(pathOf(departureCalls.getCancellation, { id })))).toEqual([401, 403, 200, 200, 200])
})

test('stopped between two bookings, it goes on with what is left, and refunds each once', async () => {
  const admin = await createStaff(site, 'admin')
  const day = nextDay()
  for (const buyer of await createBuyers(site, 3)) await bookAndPay(site, buyer, 1, day)
  await cancel(admin, day, await preview(admin, day))
  const stop = new AbortController()
  const { queue } = site.deps
  // Told to stop while the first booking is in hand.
  const enqueue: typeof queue.enqueue = async (...job) => {
    stop.abort()
    return queue.enqueue(...job)
  }
  await continueCancellations({ ...site.deps, queue: { ...queue, enqueue } }, site.app.log, stop.signal)
  expect(await progress(admin, day)).toMatchObject({ done: 1, waiting: 2, finishedAt: null })
  await work()
  expect(await progress(admin, day)).toMatchObject({ done: 3, waiting: 0 })
  expect(await refundedOn(day)).toEqual(Array.from({ length: 3 }, () => [109_000, 'cancellation', 'succeeded']))
})

test('while the card provider is away, who has paid is told and refunded all the same; a hold waits, a person hears of it, and it ends', async () => {
  const admin = await createStaff(site, 'admin')
  const [day, buyer, holder] = [nextDay(), await createBuyer(site), await createBuyer(site)]
  await bookAndPay(site, buyer, 1, day)
  await holder.openCheckout(TOUR, 2, day)
  await cancel(admin, day, await preview(admin, day))
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  for (let round = 0; round < 6; round += 1) {
    await work()
    site.advance(4 * 60_000)
  }
  expect(await mailsTo(site, buyer.email)).toContain('departure-cancelled')
  const { done, waiting, failures, finishedAt } = await progress(admin, day)
  expect([done, waiting, finishedAt]).toEqual([1, 1, null])
  expect(failures).toMatchObject([{ kind: 'note', cause: expect.stringContaining('the card provider’s response was') }])
  await site.cards.tell('faults/clear')
  site.advance(6 * 60_000)
  await work()
  expect(await progress(admin, day)).toMatchObject({ done: 2, waiting: 0, failures: [] })
  expect(await mailsTo(site, holder.email)).toEqual(['departure-cancelled'])
  expect((await tasksOn(site, day)).map(({ kind, outcome }) => [kind, outcome])).toEqual([['note', 'It has since ended: released.']])
})

test('what had gone back before is not paid twice, and a refund that fails is on the list', async () => {
  const admin = await createStaff(site, 'admin')
  const day = nextDay()
  const [one, two] = [await createBuyer(site), await createBuyer(site)]
  const { stripeid } = await bookAndPay(site, one, 2, day)
  await site.cards.tell('external_refund', { payment_intent: stripeid, amount: 50_000 })
  await site.cards.tell('drain')
  await bookAndPay(site, two, 1, day, '4000000000005126')
  const seen = await preview(admin, day)
  expect(seen.refunds).toEqual(goingBack(277_000))
  await cancel(admin, day, seen)
  await work()
  await refundedOn(day)
  const failing = (await refundsOn(site, day)).find(({ amount_cents }) => amount_cents === 109_000)
  await site.cards.tell('settle', { refund: failing?.provider_refund_id })
  await site.cards.tell('drain')
  expect((await refundsOn(site, day)).map(({ amount_cents, cause, state }) => `${amount_cents} ${cause} ${state}`).toSorted()).toEqual([
    '109000 cancellation failed',
    '168000 cancellation succeeded',
    '50000 external succeeded',
  ])
  const kinds = (await progress(admin, day)).failures.map(({ kind }) => kind)
  expect(kinds).toEqual(['external_refund', 'refund_failed'])
})

test('the email is never held back, however many the address has had that day', async () => {
  const admin = await createStaff(site, 'admin')
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await bookAndPay(site, buyer, 1, day)
  const today = site.deps.now().toISOString().slice(0, 10)
  const count = { address_hash: hashToken(buyer.email.toLowerCase()), day: today, asked: 1_000 }
  await site.deps.db
    .insertInto('mail_counts')
    .values([
      { ...count, kind: 'notice' },
      { ...count, kind: 'link' },
    ])
    .execute()
  await cancel(admin, day, await preview(admin, day))
  await work()
  expect(await mailsTo(site, buyer.email)).toContain('departure-cancelled')
})

test('a departure that no one has asked for, full or not, can be cancelled; one that has left cannot', async () => {
  const admin = await createStaff(site, 'admin')
  const day = nextDay()
  const nobody = { bookings: 0, people: 0, holds: 0, heldSeats: 0, refunds: [] }
  expect(await preview(admin, day)).toEqual(nobody)
  expect((await cancel(admin, day, nobody)).status).toBe(202)
  await work()
  expect((await progress(admin, day)).finishedAt).not.toBeNull()
  expect((await admin.get(pathOf(departureCalls.getDeparture, { id: departureId(TOUR, day) }))).json).toMatchObject({
    capacity: SEATS,
    left: 0,
    isBlocked: true,
  })
  expect((await cancel(admin, inDays(site, -1), nobody)).json.code).toBe('date_in_past')
  expect((await admin.get(pathOf(departureCalls.previewCancellation, { id: departureId('nowhere', day) }))).status).toBe(404)
})

test('who has no email address is named with a number to call, and unpaid reservations are not taken for checkouts', async () => {
  const admin = await createStaff(site, 'admin')
  const day = nextDay()
  const byPhone = async (name: string, phone: string) => {
    const body = reservationBody(site, { name, email: null }, day, { phone, payBy: 'cash' })
    return (await admin.post(staffReservationCalls.makeReservation.path, body)).json as { bookingId: string; reference: string }
  }
  const named = ({ bookingId, reference }: { bookingId: string; reference: string }) => ({ bookingId, reference })
  const paid = await byPhone('Percy Phone', '07700 900001')
  await payOffline(admin, paid.bookingId)
  const unpaid = await byPhone('Ada Phone', '07700 900002')
  const { customer } = await reserve(site, admin, day)
  const seen = await preview(admin, day)
  expect(seen).toMatchObject({ bookings: 1, holds: 2, heldSeats: 2, reservations: 2, reservedSeats: 2, withoutAddress: 2 })
  await cancel(admin, day, seen)
  await work()
  const { emails, notEmailed } = await progress(admin, day)
  expect([emails.withoutAddress, emails.waiting]).toEqual([2, 1])
  expect(notEmailed).toEqual([
    { ...named(unpaid), name: 'Ada Phone', phone: { text: '+44 7700 900002', number: '+447700900002' } },
    { ...named(paid), name: 'Percy Phone', phone: { text: '+44 7700 900001', number: '+447700900001' } },
  ])
  expect(await mailsTo(site, customer.email)).toContain('departure-cancelled')
})
