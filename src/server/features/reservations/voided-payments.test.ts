import { expect, test } from 'vitest'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  createBuyer,
  inDays,
  mailsTo,
  nextDay,
  passTime,
  paymentsOn,
  PRICE_CENTS,
  seatsTaken,
} from '../../../../tests/support/buyers.ts'
import { clickLink, createStaff, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payLinks, payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { endDueReservations } from './endings.ts'

const site = await openPaymentSite()
const { db } = site.deps
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
const REASON = 'Mistyped: it was for another booking.'

async function paymentOf(bookingId: string): Promise<string> {
  const { payments } = (await staff.get(pathOf(deskBookingCalls.getStory, { id: bookingId }))).json
  return payments.find(({ role }: { role: string }) => role !== 'voided').id
}

async function voidIt(bookingId: string, who: Browser = manager, reason = REASON) {
  return who.post(pathOf(staffReservationCalls.voidPayment, { id: await paymentOf(bookingId) }), { reason })
}

test('a mistyped receipt is voided: the booking is the reservation that it was, with its seats, and is paid again', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day)
  await payOffline(manager, bookingId, { method: 'cash', reference: 'Receipt 12' })
  expect((await voidIt(bookingId, manager, ' ')).json).toMatchObject({ statusCode: 400 })
  expect((await voidIt(bookingId)).json).toEqual({ message: 'Payment voided. The booking is awaiting payment again' })
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['pending', 1])
  expect((await customer.bookings())[0]).toMatchObject({ status: 'pending', heldUntil: expect.any(String) })
  expect(await paymentsOn(site, day)).toMatchObject([{ role: 'voided', amount_cents: PRICE_CENTS }])
  const story = (await manager.get(pathOf(deskBookingCalls.getStory, { id: bookingId }))).json
  expect(story.payments).toMatchObject([{ role: 'voided', voided: { by: 'Sam Staff', reason: REASON } }])
  expect((await listPostings(db, bookingId)).map(({ kind, account, cents }) => `${kind} ${account} ${cents}`)).toEqual([
    'received cash 109000',
    'received unallocated -109000',
    'allocated unallocated 109000',
    'allocated customer_advances -109000',
    'voided cash -109000',
    'voided customer_advances 109000',
  ])
  const audit = (await manager.get(pathOf(deskBookingCalls.listBookingAudit, { id: bookingId }))).json
  expect(audit[0]).toMatchObject({
    action: 'payment.voided',
    reason: REASON,
    before: { status: 'confirmed' },
    after: { status: 'pending', amountCents: PRICE_CENTS },
  })
  // The same receipt, this time right: its reference is free again, and the customer is told again.
  const session = await clickLink(site.visitor(), (await payLinks(site, bookingId))[0] ?? '')
  expect((await payOffline(manager, bookingId, { method: 'cash', reference: 'Receipt 12' })).status).toBe(200)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  expect(await statusOf(site, bookingId)).toBe('confirmed')
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'booking-confirmed'])
  expect((await voidIt(bookingId)).status).toBe(200)
})

test('the customer is told that the confirmation was a mistake, and how to pay; who has not been told of it is not', async () => {
  const one = await reserve(site, staff, nextDay())
  await payOffline(manager, one.bookingId)
  await db.updateTable('mails').set({ sent_at: site.deps.now() }).where('key', '=', `booking-confirmed:${one.bookingId}`).execute()
  await voidIt(one.bookingId)
  const mail = await db
    .selectFrom('mails')
    .select('data')
    .where('booking_id', '=', one.bookingId)
    .where('template', '=', 'payment-voided')
    .executeTakeFirstOrThrow()
  const { text } = renderTemplate('payment-voided', mail.data)
  expect(text).toContain('recorded a payment for this booking by mistake')
  const { payUrl } = mail.data as unknown as { payUrl: string }
  await clickLink(site.visitor(), new URL(payUrl).pathname)
})

test('past its time, the reservation is kept until the end of the day on which its payment was voided', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day, { dueOn: inDays(site, 0) })
  await payOffline(manager, bookingId)
  await passTime(site, 50 * 60 * 60)
  await endDueReservations(site.deps)
  expect((await voidIt(bookingId)).status).toBe(200)
  await endDueReservations(site.deps)
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['pending', 1])
  await passTime(site, 24 * 60 * 60)
  await endDueReservations(site.deps)
  expect([await statusOf(site, bookingId), await seatsTaken(site, day)]).toEqual(['expired', 0])
})

test('a payment that was set aside by mistake is voided with its task, and the booking can be paid', async () => {
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'transfer' })
  await payOffline(manager, bookingId, { isSetAside: true, receivedCents: 500 })
  expect((await voidIt(bookingId)).json).toEqual({ message: 'The payment is voided' })
  const task = db.selectFrom('tasks').select(['outcome', 'closed_at']).where('booking_id', '=', bookingId)
  expect(await task.execute()).toEqual([{ outcome: `The payment was voided: ${REASON}`, closed_at: expect.any(Date) }])
  expect((await payOffline(manager, bookingId)).status).toBe(200)
})

test('what has been given back, cancelled or travelled is not voided, nor a card payment, nor twice', async () => {
  const refused = async (bookingId: string, message: string) =>
    expect((await voidIt(bookingId)).json).toMatchObject({
      statusCode: 409,
      code: 'not_voidable',
      message: expect.stringContaining(message),
    })
  const paid = async () => {
    const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
    await payOffline(manager, bookingId, { method: 'cash' })
    return bookingId
  }
  const [given, cancelled, over] = [await paid(), await paid(), await paid()]
  const seen = async (id: string) => (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: given }), {
    amountCents: 100,
    reason: 'Rain',
    seen: await seen(given),
  })
  await refused(given, 'has been or is being refunded')
  await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id: cancelled }), {
    amountCents: 0,
    reason: 'Rain',
    seen: await seen(cancelled),
  })
  await refused(cancelled, 'has since been cancelled')
  await db
    .updateTable('bookings')
    .set({ starts_on: inDays(site, -1) })
    .where('id', '=', over)
    .execute()
  await refused(over, 'has already started')
  const byCard = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await refused(byCard.id, 'paid by card')
  const id = await paid()
  const payment = await paymentOf(id)
  const twice = await Promise.all(
    [1, 2].map(async () => manager.post(pathOf(staffReservationCalls.voidPayment, { id: payment }), { reason: REASON })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(twice.map(({ json }) => json.message)).toContain('Sam Staff has already voided this payment.')
})

test('is for managers, and not about a booking of their own', async () => {
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  await payOffline(manager, bookingId, { method: 'cash' })
  for (const who of [staff, await createBuyer(site)]) expect((await voidIt(bookingId, who)).status).toBe(403)
  const { id } = await db.selectFrom('users').select('id').where('email', '=', manager.email).executeTakeFirstOrThrow()
  await db.updateTable('bookings').set({ user_id: id }).where('id', '=', bookingId).execute()
  expect((await voidIt(bookingId)).json).toMatchObject({ code: 'own_booking' })
  expect(await statusOf(site, bookingId)).toBe('confirmed')
})
