import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { SEATS } from '#shared/tasks/causes.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookingsOn,
  createBuyer,
  mailsTo,
  nextDay,
  offerSeats,
  passTime,
  paymentsOn,
  refundsOn,
  seatsTaken,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { decideWrongPayment } from './quarantine.ts'

const DAY = 24 * 60 * 60
const site = await openPaymentSite()

/** Books two seats and pays something else for them. Returns the task. */
async function payWrongly(buyer: Browser, day: string, alteration: { amount?: number; currency?: string }): Promise<string> {
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('alter', alteration)
  await site.cards.pay(session)
  const [booking] = await bookingsOn(site, day)
  const task = await site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('booking_id', '=', booking?.id ?? '')
    .executeTakeFirstOrThrow()
  return task.id
}

async function stateOf(day: string) {
  return { status: (await bookingsOn(site, day)).map(({ status }) => status).join(), seats: await seatsTaken(site, day) }
}

/** Returns what the payment result is told of the payment of a departure. */
async function resultOf(buyer: Browser, day: string) {
  const attempt = site.deps.db.selectFrom('payment_attempts').innerJoin('bookings', 'bookings.id', 'booking_id').select('session_id')
  const { session_id } = await attempt.where('starts_on', '=', day).executeTakeFirstOrThrow()
  const { payment_status, booking } = (await buyer.get(pathOf(getCheckoutSession, { id: session_id ?? '' }))).json.session
  return [payment_status, booking.isNotAsAgreed]
}

async function aDayLater(): Promise<void> {
  await passTime(site, DAY + 60)
  await reconcile(site.deps, site.app.log, 0)
}

test('a payment in a currency that we do not know is recorded, with a task that names amount and code', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await payWrongly(buyer, day, { currency: 'chf' })
  expect(await tasksOn(site, day)).toMatchObject([
    { kind: 'wrong_payment', cause: expect.stringContaining('of CHF 2,180.00 doesn’t match the agreed amount of $2,180.00') },
  ])
  expect(await paymentsOn(site, day)).toMatchObject([{ role: 'quarantined', currency: 'chf', amount_cents: 218_000 }])
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
})

test('My Bookings tells of a payment that waits for a decision, and no longer once it is taken', async () => {
  const buyer = await createBuyer(site)
  const task = await payWrongly(buyer, nextDay(), { amount: 100 })
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'pending', holdExpiresAt: null, isPaymentUnderReview: true })
  await decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm')
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'confirmed' })
  expect((await buyer.bookings())[0]).not.toHaveProperty('isPaymentUnderReview')
  const other = await createBuyer(site)
  await other.openCheckout(TOUR, 1, nextDay())
  expect((await other.bookings())[0]).not.toHaveProperty('isPaymentUnderReview')
})

test('it can only be refunded, in its own currency, and the customer is told', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const task = await payWrongly(buyer, day, { currency: 'chf' })
  await expect(decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm')).rejects.toThrow('in a different currency')
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: null }])
  await decideWrongPayment(site.deps, operator('admin_1'), task, 'refund')
  expect(await refundsOn(site, day)).toMatchObject([{ cause: 'quarantined', currency: 'chf', amount_cents: 218_000, state: 'succeeded' }])
  expect(await stateOf(day)).toEqual({ status: 'expired', seats: 0 })
  const mail = await site.deps.db
    .selectFrom('mails')
    .select(['template', 'data'])
    .where('recipient', '=', buyer.email)
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ template: 'payment-returned', data: { role: 'quarantined', paidCurrency: 'chf' } })
  await expect(decideWrongPayment(site.deps, operator('admin_1'), task, 'refund')).rejects.toThrow('has closed this task already')
})

test('the payment result says that it is being checked, and then that it was accepted or went back', async () => {
  const buyer = await createBuyer(site)
  const [accepted, returned, outside] = [nextDay(), nextDay(), nextDay()]
  const first = await payWrongly(buyer, accepted, { amount: 217_000 })
  const second = await payWrongly(buyer, returned, { amount: 217_000 })
  await payWrongly(buyer, outside, { amount: 217_000 })
  expect(await resultOf(buyer, accepted)).toEqual(['under review', true])
  await decideWrongPayment(site.deps, operator('admin_1'), first, 'confirm')
  expect(await resultOf(buyer, accepted)).toEqual(['paid', false])
  await decideWrongPayment(site.deps, operator('admin_1'), second, 'refund')
  expect(await resultOf(buyer, returned)).toEqual(['refunded', true])
  const [payment] = await paymentsOn(site, outside)
  await site.cards.tell('external_refund', { payment_intent: payment?.provider_payment_id })
  await site.cards.tell('drain')
  expect(await resultOf(buyer, outside)).toEqual(['refunded', true])
})

test('its seats are held for a day and then freed; the task stays, and a confirmation takes the seats again', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const task = await payWrongly(buyer, day, { amount: 217_000 })
  await passTime(site, DAY - 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
  expect(await tasksOn(site, day)).toMatchObject([{ cause: expect.stringContaining(SEATS.held) }])
  await aDayLater()
  expect(await stateOf(day)).toEqual({ status: 'expired', seats: 0 })
  expect(await tasksOn(site, day)).toMatchObject([
    { outcome: null, cause: expect.stringMatching(new RegExp(`refund it. ${SEATS.released}$`)) },
  ])
  await decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm')
  expect(await stateOf(day)).toEqual({ status: 'confirmed', seats: 2 })
  expect(await mailsTo(site, buyer.email)).toEqual(['seats-released', 'booking-confirmed'])
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: 'The booking was confirmed with this payment.' }])
})

test('when they are freed the customer is told, once; a payment that is confirmed or goes back says so itself', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await payWrongly(buyer, day, { amount: 217_000 })
  await aDayLater()
  await aDayLater()
  expect(await mailsTo(site, buyer.email)).toEqual(['seats-released'])
  const mail = await site.deps.db.selectFrom('mails').select('data').where('recipient', '=', buyer.email).executeTakeFirstOrThrow()
  expect(mail.data).toMatchObject({ amountCents: 217_000, paidCurrency: 'usd' })
})

test('a task that was closed without a decision, as it once could be, frees the seats with the next run', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const task = await payWrongly(buyer, day, { amount: 217_000 })
  const { db, now } = site.deps
  await db.transaction().execute((trx) => closeTask(trx, operator('admin_1'), task, 'Given back at the card provider.', now()))
  await reconcile(site.deps, site.app.log, 0)
  expect(await stateOf(day)).toEqual({ status: 'expired', seats: 0 })
})

test('confirmed within the day, the booking keeps its seats, and a cancellation gives back what was paid', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await decideWrongPayment(site.deps, operator('admin_1'), await payWrongly(buyer, day, { amount: 217_000 }), 'confirm')
  await aDayLater()
  expect(await stateOf(day)).toEqual({ status: 'confirmed', seats: 2 })
  const [booking] = await buyer.bookings()
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id })).json.refund.amount).toBe('2170.00')
})

test('a confirmation is refused once the seats are sold, and the task stays open', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await offerSeats(site, day, 2)
  const task = await payWrongly(buyer, day, { amount: 217_000 })
  await aDayLater()
  await site.cards.pay(await (await createBuyer(site)).openCheckout(TOUR, 2, day))
  await expect(decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm')).rejects.toThrow('its seats are gone')
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: null }])
  await decideWrongPayment(site.deps, operator('admin_1'), task, 'refund')
  expect((await refundsOn(site, day)).map(({ state }) => state)).toEqual(['succeeded'])
})

test('one of which a part was given back outside cannot be confirmed any more; a refund gives back the rest', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const task = await payWrongly(buyer, day, { amount: 217_000 })
  const [payment] = await paymentsOn(site, day)
  await site.cards.tell('external_refund', { payment_intent: payment?.provider_payment_id, amount: 17_000 })
  await site.cards.tell('drain')
  expect((await tasksOn(site, day))[1]?.cause).toContain('Its payment has its own task: refund the rest')
  await expect(decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm')).rejects.toThrow('refund the rest')
  await decideWrongPayment(site.deps, operator('admin_1'), task, 'refund')
  expect((await refundsOn(site, day)).map(({ cause, amount_cents, state }) => [cause, amount_cents, state])).toEqual([
    ['external', 17_000, 'succeeded'],
    ['quarantined', 200_000, 'succeeded'],
  ])
})

test('of two decisions at once one is carried out', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const task = await payWrongly(buyer, day, { amount: 217_000 })
  const both = [
    decideWrongPayment(site.deps, operator('admin_1'), task, 'confirm'),
    decideWrongPayment(site.deps, operator('admin_1'), task, 'refund'),
  ]
  expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('Release seats says that the payment is being checked, and frees nothing', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await payWrongly(buyer, day, { amount: 217_000 })
  const [booking] = await buyer.bookings()
  const answer = await buyer.post(pathOf(releaseSeats, { id: booking?.id ?? '' }))
  expect(answer.json).toMatchObject({ statusCode: 409, message: expect.stringContaining('We’re checking your payment') })
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
})

test('another task cannot be decided like this', async () => {
  const id = '5b0e6d1c-8d52-4c4f-9d8f-0a8b7d8d4a10'
  const { db, now } = site.deps
  await db.insertInto('tasks').values({ id, kind: 'note', subject: 'x', cause: 'x', opened_at: now() }).execute()
  await expect(decideWrongPayment(site.deps, operator('admin_1'), id, 'refund')).rejects.toThrow(
    'This decision is only for tasks about payments',
  )
})
