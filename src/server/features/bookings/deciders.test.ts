import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { refundAsGoodwill } from '#server/features/cancellations/goodwill.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser, SiteResponse } from '../../../../tests/support/browser.ts'
import { bookAndPay, bookingsOn, nextDay, paymentsOn, refundsOn, TOUR } from '../../../../tests/support/buyers.ts'
import { askForQuote, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { idOf, payOffline, reservationBody } from '../../../../tests/support/reservations.ts'
import { bookedBySomebody, bookedWithFailedRefund, DISPUTED } from '../../../../tests/support/task-troubles.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'
import { moneyActions, type Decided } from './deciders.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const [manager, colleague] = [await createStaff(site, 'manager'), await createStaff(site, 'manager')]

function expectRefused({ json }: SiteResponse): void {
  expect(json).toMatchObject({
    statusCode: 403,
    code: 'own_booking',
    message: 'This is your own booking: a colleague must decide.',
  })
}

async function give(bookingId: string, owner: Browser): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ user_id: await idOf(site, owner) })
    .where('id', '=', bookingId)
    .execute()
}

async function taskAbout(bookingId: string, kind: TaskKind): Promise<string> {
  const open = db
    .selectFrom('tasks')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
  return (await open.executeTakeFirstOrThrow()).id
}

const moneyOf = async (id: string) => (await colleague.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json

/** Makes staff reserve for themselves, to be paid in cash. */
async function reserveForSelf(who: Browser, day = nextDay()): Promise<{ id: string; day: string }> {
  const body = reservationBody(site, { id: await idOf(site, who) }, day, { payBy: 'cash' })
  return { id: (await who.post(staffReservationCalls.makeReservation.path, body)).json.bookingId, day }
}

test('staff can’t record cash for their own booking, cancel it or refund it to themselves', async () => {
  const { id, day } = await reserveForSelf(manager)
  expectRefused(await payOffline(manager, id, { method: 'cash' }))
  expect(await paymentsOn(site, day)).toEqual([])
  expect((await payOffline(colleague, id, { method: 'cash' })).status).toBe(200)
  const seen = await moneyOf(id)
  expectRefused(await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { amountCents: 9000, reason: 'Rain', seen }))
  expectRefused(await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id }), { reason: 'Rain', seen }))
  expect([await refundsOn(site, day), (await bookingsOn(site, day))[0]?.status]).toEqual([[], 'confirmed'])
  expect(
    (await colleague.post(pathOf(staffCancellationCalls.refundBooking, { id }), { amountCents: 9000, reason: 'Rain', seen })).status,
  ).toBe(200)
})

test('staff cancel their own booking like any traveller, under the refund policy', async () => {
  const booking = await bookAndPay(site, manager, 1, nextDay())
  expect((await manager.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).status).toBe(200)
})

test('a booking counts as a person’s own if its emails go to them, whatever account made it', async () => {
  const { booking } = await bookedBySomebody(site)
  const contact = {
    email: manager.email.toUpperCase(),
    confirmed_at: new Date(),
    token_hash: 'none',
    asked_by: await idOf(site, colleague),
  }
  await db
    .insertInto('booking_contacts')
    .values({ booking_id: booking.id, asked_at: new Date(), ...contact })
    .execute()
  expectRefused(
    await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id: booking.id }), {
      reason: 'Rain',
      seen: await moneyOf(booking.id),
    }),
  )
  const { id } = await askForQuote(site)
  await db.updateTable('vehicle_bookings').set({ contact_email: manager.email }).where('booking_id', '=', id).execute()
  expectRefused(await manager.post(pathOf(staffQuoteCalls.approveQuote, { id })))
  expect((await colleague.post(pathOf(staffQuoteCalls.approveQuote, { id }))).status).toBe(200)
})

test('a request is still its owner’s after its emails are sent elsewhere', async () => {
  const { id } = await askForQuote(site)
  await db.updateTable('vehicle_bookings').set({ contact_email: manager.email }).where('booking_id', '=', id).execute()
  const elsewhere = {
    email: 'elsewhere@example.test',
    confirmed_at: new Date(),
    token_hash: 'elsewhere',
    asked_by: await idOf(site, colleague),
  }
  await db
    .insertInto('booking_contacts')
    .values({ booking_id: id, asked_at: new Date(), ...elsewhere })
    .execute()
  expectRefused(await manager.post(pathOf(staffQuoteCalls.approveQuote, { id })))
})

test('staff can’t approve their own quote request, at any price, or resend its link', async () => {
  const clerk = await createStaff(site)
  const { id } = await askForQuote(site)
  await give(id, clerk)
  expectRefused(await clerk.post(pathOf(staffQuoteCalls.approveQuote, { id })))
  await give(id, manager)
  expectRefused(await manager.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 1000, reason: 'For me' }))
  expectRefused(await manager.post(pathOf(staffQuoteCalls.approveQuote, { id })))
  expect((await clerk.post(pathOf(staffQuoteCalls.approveQuote, { id }))).status).toBe(200)
  expectRefused(await manager.post(pathOf(staffQuoteCalls.resendQuote, { id })))
  const quote = await db.selectFrom('vehicle_bookings').select('quote_version').where('booking_id', '=', id).executeTakeFirstOrThrow()
  expect(quote.quote_version).toBe(1)
})

test('staff can’t take a step of a task about their own booking', async () => {
  const failed = await bookedWithFailedRefund(site)
  const disputed = await bookedBySomebody(site, DISPUTED)
  const { booking } = await bookedBySomebody(site)
  const unknown = await unknownPayment(site)
  for (const { id } of [failed.booking, disputed.booking, booking]) await give(id, manager)
  const [refund, dispute] = [await taskAbout(failed.booking.id, 'refund_failed'), await taskAbout(disputed.booking.id, 'dispute_opened')]
  const taken = { reference: booking.reference }
  const settled = { reference: 'Transfer 4711' }
  expectRefused(await manager.post(pathOf(taskSteps.retry, { id: refund })))
  expectRefused(await manager.post(pathOf(taskSteps.settle, { id: refund }), settled))
  expectRefused(await manager.post(pathOf(taskSteps.keep, { id: dispute })))
  expectRefused(await manager.post(pathOf(taskSteps.withdraw, { id: dispute })))
  expectRefused(await manager.post(pathOf(taskSteps.takeUp, { id: unknown }), taken))
  expect((await colleague.post(pathOf(taskSteps.takeUp, { id: unknown }), taken)).status).toBe(200)
  const wrong = await taskAbout(booking.id, 'wrong_payment')
  expectRefused(await manager.post(pathOf(taskSteps.confirm, { id: wrong })))
  expectRefused(await manager.post(pathOf(taskSteps.refund, { id: wrong })))
  for (const path of [
    pathOf(taskSteps.settle, { id: refund }),
    pathOf(taskSteps.keep, { id: dispute }),
    pathOf(taskSteps.refund, { id: wrong }),
  ]) {
    expect((await colleague.post(path, settled)).status).toBe(200)
  }
})

test('staff can’t close a task with a note while their own money is in doubt', async () => {
  const { booking } = await bookedBySomebody(site)
  await give(booking.id, manager)
  const doubt = {
    kind: 'missing_payment',
    subject: booking.id,
    cause: 'The card provider does not know it.',
    bookingId: booking.id,
  } as const
  await db.transaction().execute(async (trx) => openTask(trx, doubt, site.deps.now()))
  const [task, note] = [await taskAbout(booking.id, 'missing_payment'), { outcome: 'Looked at: all is well.' }]
  expectRefused(await manager.post(pathOf(taskCalls.closeTask, { id: task }), note))
  expect((await colleague.post(pathOf(taskCalls.closeTask, { id: task }), note)).status).toBe(200)
})

test('staff can’t confirm a manual repayment to themselves', async () => {
  const { id, day } = await reserveForSelf(manager)
  await payOffline(colleague, id, { method: 'cash' })
  expect((await manager.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  const [task, reference] = [await taskAbout(id, 'pay_back'), 'Transfer 4711']
  expectRefused(await manager.post(pathOf(taskSteps.payBack, { id: task }), { reference }))
  expect((await refundsOn(site, day)).map(({ state }) => state)).toEqual(['requested'])
  expect((await colleague.post(pathOf(taskSteps.payBack, { id: task }), { reference })).status).toBe(200)
})

test('staff can’t cancel a departure they are booked on, which would refund them in full', async () => {
  const day = nextDay()
  await bookAndPay(site, manager, 1, day)
  const id = departureId(TOUR, day)
  const seen = (await colleague.get(pathOf(departureCalls.previewCancellation, { id }))).json
  expect((await manager.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'Rain', seen })).json).toMatchObject({
    statusCode: 403,
    code: 'own_booking',
    message: 'You’re booked on this departure yourself: a colleague must decide.',
  })
  expect((await colleague.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'Rain', seen })).status).toBe(202)
})

test('if no one else may decide, the command line does it, audited as their decision', async () => {
  const { id } = await reserveForSelf(manager)
  await payOffline(colleague, id, { method: 'cash' })
  const [own, seen] = [await idOf(site, manager), await moneyOf(id)]
  const decision = { amountCents: 9000, reason: 'Rain', seen }
  await expect(refundAsGoodwill(site.deps, operator(own), id, decision)).rejects.toMatchObject({
    code: 'own_booking',
    message: 'This is your own booking: someone else must decide: name them with --by.',
  })
  await db.updateTable('users').set({ disabled_at: new Date() }).where('role', 'in', ['manager', 'admin']).where('id', '!=', own).execute()
  expect((await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), decision)).json).toMatchObject({
    code: 'own_booking',
    message: expect.stringContaining('As no one else can, use the command line'),
  })
  await refundAsGoodwill(site.deps, operator(own), id, decision)
  const entries = db.selectFrom('audit_entries').select(['actor_id', 'via']).where('subject_id', '=', id)
  expect(await entries.where('action', '=', 'booking.refunded').execute()).toEqual([{ actor_id: own, via: 'command_line' }])
})

const PAID: Decided = { status: 'confirmed', isDepartureCancelled: false, payment: { leftCents: 800 } }
const by = (change: Partial<Decided>) => moneyActions({ ...PAID, ...change }, 'manager')

test('the status and what is left of the payment say which decisions are possible', () => {
  expect(by({})).toEqual(['cancel', 'goodwill'])
  expect(by({ status: 'cancelled' })).toEqual(['goodwill'])
  expect(by({ status: 'cancelled', payment: { leftCents: 0 } })).toEqual([])
  expect(by({ status: 'pending', payment: undefined })).toEqual([])
})

test('a booking of a cancelled departure can’t be cancelled, since it is about to end automatically', () => {
  expect(by({ isDepartureCancelled: true })).toEqual(['goodwill'])
})

test('only managers can cancel and refund', () => {
  expect([moneyActions(PAID, 'staff'), moneyActions(PAID, 'admin')]).toEqual([[], ['cancel', 'goodwill']])
})
