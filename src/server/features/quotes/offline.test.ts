import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import { inDays, mailsTo } from '../../../../tests/support/buyers.ts'
import { approvedQuote, ASKED_CENTS, askForQuote, clickLink, moneyOf, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline } from '../../../../tests/support/reservations.ts'
import { expireQuotes } from './endings.ts'

const site = await openPaymentSite()
const { db } = site.deps

const PRICE = { totalCents: ASKED_CENTS }

test('a transfer closes the quote’s open card page and confirms the move, and the customer can see that everywhere', async () => {
  const { mover, id, staff, link } = await approvedQuote(site)
  const session = await clickLink(site.visitor(), link)
  expect((await payOffline(staff, id, { totalCents: ASKED_CENTS - 1 })).json).toMatchObject({ code: 'price_changed' })
  expect((await payOffline(staff, id, PRICE)).json).toEqual({ message: 'The booking is confirmed' })
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  expect(await statusOf(site, id)).toBe('confirmed')
  expect((await mover.get(bookingCalls.listVehicleBookings.path)).json).toMatchObject([
    { status: 'confirmed', payUntil: null, stripeId: null },
  ])
  expect((await mover.get(pathOf(bookingCalls.getMove, { id }))).json).toMatchObject({ paidAt: expect.any(String) })
  expect((await site.visitor().get(link)).text).toContain('already been paid')
  expect((await mailsTo(site, mover.email)).at(-1)).toBe('booking-confirmed')
  expect((await listPostings(db, id)).map(({ kind, account, cents }) => `${kind} ${account} ${cents}`)).toEqual([
    `received bank ${ASKED_CENTS}`,
    `received unallocated ${-ASKED_CENTS}`,
    `allocated unallocated ${ASKED_CENTS}`,
    `allocated customer_advances ${-ASKED_CENTS}`,
  ])
  expect((await payOffline(staff, id, PRICE)).json).toMatchObject({ code: 'not_payable', message: expect.stringContaining('TR-4711') })
})

test('what is short, on top or about no quote is set aside until a manager decides; at the price it confirms a quote that has ended', async () => {
  const { mover, id, staff } = await approvedQuote(site)
  expect((await payOffline(staff, id, { ...PRICE, isSetAside: true, receivedCents: 100 })).status).toBe(200)
  expect((await mover.get(bookingCalls.listVehicleBookings.path)).json).toMatchObject([{ status: 'approved', isPaymentUnderReview: true }])
  const task = await db.selectFrom('tasks').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow()
  expect((await staff.post(pathOf(taskSteps.refund, { id: task.id }))).status).toBe(200)
  await db.updateTable('vehicle_bookings').set({ quote_expires_at: site.deps.now() }).where('booking_id', '=', id).execute()
  await expireQuotes(site.deps)
  expect(await statusOf(site, id)).toBe('expired')
  expect((await payOffline(staff, id, { ...PRICE, reference: 'TR-4712' })).status).toBe(200)
  expect(await statusOf(site, id)).toBe('confirmed')
  const unquoted = await askForQuote(site)
  expect((await payOffline(staff, unquoted.id, PRICE)).json).toMatchObject({
    code: 'not_payable',
    message: 'This request has no quote yet. Approve it first.',
  })
  expect((await payOffline(staff, unquoted.id, { ...PRICE, isSetAside: true })).status).toBe(200)
  expect(await moneyOf(site, unquoted.id)).toMatchObject([{ role: 'quarantined' }])
})

test('voided, it is the approved quote that it was, to be paid by its link until the end of the day at least', async () => {
  const { id, staff, link } = await approvedQuote(site)
  await payOffline(staff, id, PRICE)
  await db.updateTable('vehicle_bookings').set({ quote_expires_at: site.deps.now() }).where('booking_id', '=', id).execute()
  const [payment] = (await staff.get(pathOf(deskBookingCalls.getStory, { id }))).json.payments
  expect((await staff.post(pathOf(staffReservationCalls.voidPayment, { id: payment.id }), { reason: 'Another move' })).status).toBe(200)
  await expireQuotes(site.deps)
  expect(await statusOf(site, id)).toBe('approved')
  await site.cards.pay(await clickLink(site.visitor(), link))
  expect(await statusOf(site, id)).toBe('confirmed')
})

test('records the day of a transfer, today or earlier and not before the request', async () => {
  const { id, staff } = await approvedQuote(site)
  const on = async (paidOn: string) => payOffline(staff, id, { ...PRICE, paidOn })
  expect((await on(inDays(site, 1))).json).toMatchObject({
    statusCode: 400,
    issues: [{ path: 'paidOn', message: 'That date is in the future' }],
  })
  expect((await on(inDays(site, -3))).json).toMatchObject({ statusCode: 400, issues: [{ path: 'paidOn' }] })
  await db
    .updateTable('bookings')
    .set({ created_at: new Date(site.deps.now().getTime() - 5 * 24 * 60 * 60_000) })
    .where('id', '=', id)
    .execute()
  expect((await on(inDays(site, -3))).status).toBe(200)
  const { payments } = (await staff.get(pathOf(deskBookingCalls.getStory, { id }))).json
  expect(payments[0].paidAt.slice(0, 10)).toBe(inDays(site, -3))
})
