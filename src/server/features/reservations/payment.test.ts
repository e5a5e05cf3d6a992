import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { payCancel } from '#shared/payments/calls.ts'
import { continuePayment, releaseSeats } from '#shared/payments/checkout-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { continueCancellations } from '#server/features/cancellations/departure-endings.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import {
  bookAndPay,
  bookingsOn,
  inDays,
  mailsTo,
  nextDay,
  passTime,
  paymentsOn,
  PRICE_CENTS,
  seatsTaken,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { clickLink, createStaff, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { idOf, payLinks, payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { endDueReservations } from './endings.ts'

const site = await openPaymentSite()
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
const HOUR = 60 * 60
const DAY = 24 * HOUR

async function linkOf(bookingId: string): Promise<string> {
  return (await payLinks(site, bookingId)).at(-1) ?? ''
}

/** Returns how long a reservation is kept yet, in seconds. */
async function secondsLeft(bookingId: string): Promise<number> {
  const { due_at } = await site.deps.db
    .selectFrom('reservations')
    .select('due_at')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return Math.floor((due_at.getTime() - site.deps.now().getTime()) / 1000)
}

async function runJobs(): Promise<void> {
  await reconcile(site.deps, site.app.log, 0)
  await endDueReservations(site.deps)
}

test('the link opens a card page at the price of the booking, the same one twice, and a new one once that has ended', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day)
  const link = await linkOf(bookingId)
  const first = await clickLink(site.visitor(), link)
  expect(await clickLink(site.visitor(), link)).toBe(first)
  await passTime(site, 2 * HOUR)
  await runJobs()
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['pending', 1])
  const second = await clickLink(site.visitor(), link)
  expect(second).not.toBe(first)
  await site.deps.db
    .updateTable('tours')
    .set({ base_price_cents: PRICE_CENTS + 5000 })
    .where('id', '=', TOUR)
    .execute()
  await site.cards.pay(second)
  await site.deps.db.updateTable('tours').set({ base_price_cents: PRICE_CENTS }).where('id', '=', TOUR).execute()
  expect(await paymentsOn(site, day)).toMatchObject([{ role: 'primary', amount_cents: PRICE_CENTS }])
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'booking-confirmed'])
  const paid = await site.visitor().get(link)
  expect([paid.status, paid.headers['location']]).toEqual([303, expect.stringContaining('/#/paid/')])
})

test('two phone bookings of one customer for one day are both meant, also beside an online one made since and cancelled', async () => {
  const day = nextDay()
  const four = await reserve(site, staff, day, { totalGuests: 4 })
  const two = await reserve(site, staff, day, {
    customer: { id: await idOf(site, four.customer) },
    totalGuests: 2,
    totalCents: PRICE_CENTS * 2,
  })
  const online = await bookAndPay(site, four.customer, 1, day)
  await four.customer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: online.id })
  for (const { bookingId } of [two, four]) await site.cards.pay(await clickLink(site.visitor(), await linkOf(bookingId)))
  expect(await Promise.all([four, two].map(async ({ bookingId }) => statusOf(site, bookingId)))).toEqual(['confirmed', 'confirmed'])
  expect((await paymentsOn(site, day)).map(({ role }) => role)).toEqual(['primary', 'primary', 'primary'])
  expect(await seatsTaken(site, day)).toBe(6)
})

test('who leaves the card page keeps the seats, in My Bookings as by the link', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day)
  const { url } = (await customer.post(pathOf(continuePayment, { id: bookingId }))).json
  expect(url).toContain('/card-sandbox/')
  const attempt = site.deps.db.selectFrom('payment_attempts').select('cancel_token').where('booking_id', '=', bookingId)
  const { cancel_token: token } = await attempt.executeTakeFirstOrThrow()
  await site.visitor().get(`${payCancel.path}?token=${token}`)
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['pending', 1])
  await customer.post(pathOf(continuePayment, { id: bookingId }))
  expect((await customer.post(pathOf(releaseSeats, { id: bookingId }))).status).toBe(200)
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['expired', 0])
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'reservation-ended'])
  const over = await site.visitor().get(await linkOf(bookingId))
  expect([over.status, over.text]).toEqual([410, expect.stringContaining('The time to pay for this booking has run out')])
})

test('no one is asked to pay for a reservation a second time while a payment of it waits for a decision', async () => {
  const { bookingId, customer } = await reserve(site, staff, nextDay())
  await passTime(site, (await secondsLeft(bookingId)) - DAY - 60)
  const session = await clickLink(site.visitor(), await linkOf(bookingId))
  await site.cards.tell('alter', { amount: PRICE_CENTS - 100 })
  await site.cards.pay(session)
  const [booking] = await customer.bookings()
  expect(booking).toMatchObject({ status: 'pending', isPaymentUnderReview: true, holdExpiresAt: null })
  await passTime(site, 120)
  await runJobs()
  expect((await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id: bookingId }))).json).toMatchObject({
    statusCode: 409,
    code: 'not_payable',
  })
  expect((await site.visitor().get(await linkOf(bookingId))).text).toContain('We’re checking your payment')
  expect(await mailsTo(site, customer.email)).toEqual(['reservation'])
})

test('a payment of a wrong amount that goes back leaves a reservation its seats until it is due, and it can be paid', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day)
  await site.cards.tell('alter', { amount: PRICE_CENTS - 100 })
  await site.cards.pay(await clickLink(site.visitor(), await linkOf(bookingId)))
  await passTime(site, DAY + 60)
  await runJobs()
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)], 'while nobody has decided').toEqual(['pending', 1])
  const { id: taskId } = await site.deps.db.selectFrom('tasks').select('id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  expect((await manager.post(pathOf(taskSteps.refund, { id: taskId }))).status).toBe(200)
  await runJobs()
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['pending', 1])
  await site.cards.pay(await clickLink(site.visitor(), await linkOf(bookingId)))
  expect(await statusOf(site, bookingId)).toBe('confirmed')
})

test('an unpaid one is reminded of once and freed when it is due, and not while someone is paying', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day, { dueOn: inDays(site, 3) })
  await passTime(site, 2 * DAY)
  await runJobs()
  await runJobs()
  expect(await mailsTo(site, customer.email)).toEqual(['reservation'])
  await passTime(site, DAY)
  await runJobs()
  await runJobs()
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'reservation'])
  await passTime(site, (await secondsLeft(bookingId)) - 60)
  const session = await clickLink(site.visitor(), await linkOf(bookingId))
  await passTime(site, 120)
  await runJobs()
  expect(await statusOf(site, bookingId)).toBe('pending')
  const over = await site.visitor().get(await linkOf(bookingId))
  expect([over.status, over.text]).toEqual([
    410,
    expect.stringMatching(/This booking had to be paid by 23:59 on .+, London time\. Please email/),
  ])
  await site.cards.tell('pay', { session, card: '4000000000000002' })
  await passTime(site, HOUR)
  await runJobs()
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['expired', 0])
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'reservation', 'reservation-ended'])
  await runJobs()
  expect(await mailsTo(site, customer.email)).toHaveLength(3)
})

test(
  'paid in the moment in which it is due, it is confirmed: no one who is paying is cut off',
  async () => {
    await repeat(15, async ({ jitter }) => {
      const day = nextDay()
      const { bookingId } = await reserve(site, staff, day)
      const session = await clickLink(site.visitor(), await linkOf(bookingId))
      await site.deps.db.updateTable('reservations').set({ due_at: site.deps.now() }).where('booking_id', '=', bookingId).execute()
      const paid = jitter(30).then(async () => site.cards.pay(session))
      const ended = [1, 2].map(async () => jitter(40).then(async () => endDueReservations(site.deps)))
      await Promise.all([paid, ...ended])
      expect(await statusOf(site, bookingId)).toBe('confirmed')
    })
  },
  MANY_ROUNDS_MS,
)

test('staff send the link again, but not twice in a minute, and give the seats up, not those of someone who has paid', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day, { payBy: 'transfer' })
  expect((await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id: bookingId }))).status).toBe(200)
  expect((await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id: bookingId }))).status).toBe(200)
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'reservation'])
  await site.cards.pay(await clickLink(site.visitor(), await linkOf(bookingId)))
  expect((await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: bookingId }))).json).toMatchObject({
    statusCode: 409,
    code: 'not_cancellable',
  })
  expect((await staff.post(pathOf(staffReservationCalls.sendPaymentLink, { id: bookingId }))).json).toMatchObject({
    statusCode: 409,
    code: 'not_payable',
  })
  const other = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  expect(await mailsTo(site, other.customer.email)).toEqual([])
  expect((await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: other.bookingId }))).status).toBe(200)
  expect((await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: other.bookingId }))).status).toBe(200)
  expect(await mailsTo(site, other.customer.email)).toEqual(['reservation-ended'])
  const { id } = await bookAndPay(site, customer, 1, nextDay())
  for (const name of [id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    expect([
      (await staff.post(pathOf(staffReservationCalls.releaseReservation, { id: name }))).status,
      (await payOffline(manager, name)).status,
    ]).toEqual([404, 404])
  }
})

test('a tour that is switched off keeps what was reserved; a departure that is cancelled ends it and says so', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day)
  const tour = site.deps.db.updateTable('tours').where('id', '=', TOUR)
  await tour.set({ is_active: false }).execute()
  const session = await clickLink(site.visitor(), await linkOf(bookingId))
  await runJobs()
  await site.cards.pay(session)
  await tour.set({ is_active: true }).execute()
  expect(await statusOf(site, bookingId)).toBe('confirmed')

  const closed = nextDay()
  const [idle, paying] = [await reserve(site, staff, closed), await reserve(site, staff, closed)]
  const open = await clickLink(site.visitor(), await linkOf(paying.bookingId))
  const { json: seen } = await manager.get(pathOf(departureCalls.previewCancellation, { id: departureId(TOUR, closed) }))
  await manager.post(pathOf(departureCalls.cancelDeparture, { id: departureId(TOUR, closed) }), { reason: 'A storm', seen })
  expect((await site.visitor().get(await linkOf(idle.bookingId))).text).toContain('this departure has been cancelled')
  await continueCancellations(site.deps, site.app.log)
  expect((await bookingsOn(site, closed)).map(({ status }) => status)).toEqual(['expired', 'expired'])
  expect(await site.cards.pay(open)).toMatchObject({ kind: 'closed' })
  for (const { customer } of [idle, paying]) expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'departure-cancelled'])
  expect((await payOffline(manager, idle.bookingId)).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
})
