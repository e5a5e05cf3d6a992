import { expect, test } from 'vitest'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { OFFLINE_METHODS, PAYMENT_METHODS } from '#shared/payments/methods.ts'
import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { listPostings } from '#server/features/ledger/booking-sums.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import {
  createBuyer,
  inDays,
  mailsTo,
  nextDay,
  offerSeats,
  passTime,
  paymentsOn,
  PRICE_CENTS,
  refundsOn,
  seatsTaken,
  tasksOn,
} from '../../../../tests/support/buyers.ts'
import { clickLink, createStaff, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { payLinks, payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { endDueReservations } from './endings.ts'

const site = await openPaymentSite()
const { db } = site.deps
const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]

async function openTask(bookingId: string) {
  return db
    .selectFrom('tasks')
    .select(['id', 'kind', 'cause'])
    .where('booking_id', '=', bookingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

test('a transfer is recorded with its reference and confirms the booking, with the usual email', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day, { payBy: 'transfer' })
  expect((await payOffline(manager, bookingId, { totalCents: 1 })).json).toMatchObject({ statusCode: 409, code: 'price_changed' })
  expect((await payOffline(manager, bookingId, { reference: ' ' })).json).toMatchObject({ statusCode: 400 })
  expect((await payOffline(manager, bookingId)).status).toBe(200)
  expect(await customer.bookings()).toMatchObject([{ status: 'confirmed', stripeid: null, holdExpiresAt: null }])
  expect(await mailsTo(site, customer.email)).toEqual(['reservation', 'booking-confirmed'])
  const { payments } = (await staff.get(pathOf(deskBookingCalls.getStory, { id: bookingId }))).json
  expect(payments).toMatchObject([
    { providerId: null, method: 'transfer', reference: 'TR-4711', recordedBy: 'Sam Staff', amount: '1090.00' },
  ])
  expect((await payOffline(manager, bookingId)).json).toMatchObject({
    statusCode: 409,
    code: 'not_payable',
    message: 'Sam Staff has already recorded its payment, with reference TR-4711.',
  })
  expect((await customer.get(pathOf(sheetCalls.getConfirmation, { id: bookingId }))).status).toBe(200)
  expect((await staff.post(pathOf(readBookingAgain, { id: bookingId }))).json).toMatchObject({ payments: 0, unknown: 0 })
})

test.each(OFFLINE_METHODS)('a payment by %s comes into the account of its method', async (method) => {
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: method })
  expect((await payOffline(manager, bookingId, { method })).status).toBe(200)
  const { account } = PAYMENT_METHODS[method]
  expect(await listPostings(db, bookingId)).toContainEqual(expect.objectContaining({ kind: 'received', account, cents: PRICE_CENTS }))
})

test('money that cannot confirm its booking is kept with a task: short, on top of another, or after its time, until a manager decides', async () => {
  const [day, later] = [nextDay(), nextDay()]
  const short = await reserve(site, staff, day, { payBy: 'transfer' })
  const setAside = async (id: string, more = {}) => payOffline(manager, id, { isSetAside: true, ...more })
  expect((await setAside(short.bookingId, { receivedCents: PRICE_CENTS - 500 })).json).toEqual({
    message: 'Payment recorded, awaiting a decision',
  })
  expect(await statusOf(site, short.bookingId)).toBe('pending')
  const task = await openTask(short.bookingId)
  expect(task).toMatchObject({ kind: 'wrong_payment', cause: expect.stringContaining('$1,085.00 by transfer (TR-4711)') })
  // Entered once more by a colleague, it is the same money.
  expect((await setAside(short.bookingId, { receivedCents: PRICE_CENTS - 500 })).json).toMatchObject({ code: 'not_payable' })
  expect((await manager.post(pathOf(taskSteps.confirm, { id: task?.id ?? '' }))).status).toBe(200)
  expect(await statusOf(site, short.bookingId)).toBe('confirmed')

  expect((await setAside(short.bookingId, { reference: 'TR-4712' })).status).toBe(200)
  const extra = await openTask(short.bookingId)
  expect((await manager.post(pathOf(taskSteps.refund, { id: extra?.id ?? '' }))).status).toBe(200)
  expect(await openTask(short.bookingId)).toMatchObject({ kind: 'pay_back' })
  expect(await statusOf(site, short.bookingId)).toBe('confirmed')

  const late = await reserve(site, staff, later, { payBy: 'transfer' })
  await passTime(site, 7 * 24 * 60 * 60)
  await endDueReservations(site.deps)
  await db.updateTable('departures').set({ blocked_at: site.deps.now() }).where('departs_on', '=', later).execute()
  expect((await setAside(late.bookingId)).status).toBe(200)
  expect(await paymentsOn(site, later)).toMatchObject([{ role: 'quarantined', method: 'transfer', amount_cents: PRICE_CENTS }])
})

test('money is set aside under the same guards: an open card page is closed, and no one pays while it waits or records without the right', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day)
  const link = (await payLinks(site, bookingId))[0] ?? ''
  const session = await clickLink(site.visitor(), link)
  const extra = { isSetAside: true, receivedCents: PRICE_CENTS - 500 }
  expect((await payOffline(staff, bookingId, extra)).status).toBe(403)
  const twice = await Promise.all([1, 2].map(async () => payOffline(manager, bookingId, extra)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  expect((await site.visitor().get(link)).text).toContain('We’re checking your payment')
  expect((await payOffline(manager, bookingId, { reference: 'TR-4713' })).json).toMatchObject({
    code: 'not_payable',
    message: 'A payment for this booking needs a decision. Please complete its task first.',
  })
  await manager.post(pathOf(taskSteps.confirm, { id: (await openTask(bookingId))?.id ?? '' }))
  expect(await paymentsOn(site, day)).toMatchObject([{ role: 'primary', amount_cents: PRICE_CENTS - 500 }])
})

test('the audit of a booking is found by its reference, with its money, and says which booking that is', async () => {
  const { bookingId, reference } = await reserve(site, staff, nextDay(), { payBy: 'transfer' })
  await payOffline(manager, bookingId)
  const entries = (await manager.get(`${auditCalls.listAudit.path}?subject=${reference.toLowerCase()}&only=deeds`))
    .json as StaffAuditEntry[]
  expect(entries.map(({ action, subject: { kind, name, bookingId: of } }) => [action, kind, name, of])).toEqual([
    ['payment.recorded', 'payment', reference, bookingId],
    ['booking.reserved', 'booking', reference, bookingId],
  ])
})

test('a card page that is open is closed first: no one pays what has been paid', async () => {
  const day = nextDay()
  const { bookingId } = await reserve(site, staff, day)
  const session = await clickLink(site.visitor(), (await payLinks(site, bookingId))[0] ?? '')
  expect((await payOffline(manager, bookingId, { method: 'cash' })).status).toBe(200)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  expect(await paymentsOn(site, day)).toMatchObject([{ method: 'cash' }])
  const paid = await reserve(site, staff, nextDay())
  const other = await clickLink(site.visitor(), (await payLinks(site, paid.bookingId))[0] ?? '')
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('pay', { session: other })
  expect((await payOffline(manager, paid.bookingId)).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
  expect(await statusOf(site, paid.bookingId)).toBe('confirmed')
})

test(
  'recorded twice, and paid by card, all at the same instant: one payment confirms it, and what the card has paid goes back',
  async () => {
    await repeat(15, async ({ jitter }) => {
      const day = nextDay()
      const { bookingId } = await reserve(site, staff, day)
      const session = await clickLink(site.visitor(), (await payLinks(site, bookingId))[0] ?? '')
      const card = jitter(60).then(async () => site.cards.pay(session))
      const offline = [1, 2].map(async () => jitter(60).then(async () => payOffline(manager, bookingId)))
      await Promise.all([card, ...offline])
      await site.cards.tell('drain')
      await reconcile(site.deps, site.app.log, 0)
      expect(await statusOf(site, bookingId)).toBe('confirmed')
      const roles = (await paymentsOn(site, day)).map(({ role }) => role)
      expect(roles.filter((role) => role === 'primary')).toHaveLength(1)
      expect(roles.length).toBeLessThanOrEqual(2)
    })
  },
  MANY_ROUNDS_MS,
)

test('cancelled, it is a task to pay back by hand, ended with a reference; until then the refund is on its way', async () => {
  const day = nextDay()
  const { bookingId, customer } = await reserve(site, staff, day, { payBy: 'cash' })
  await payOffline(manager, bookingId, { method: 'cash', reference: 'Receipt 12' })
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: bookingId }))
  expect(
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: bookingId }), { amountCents: 9000, reason: 'Rain', seen }))
      .status,
  ).toBe(200)
  expect((await customer.post(cancellationCalls.cancelOwnBooking.path, { bookingId })).json.refund).toMatchObject({
    amount: '1000.00',
    state: 'requested',
  })
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
    [9000, 'requested'],
    [100_000, 'requested'],
  ])
  const mail = await db.selectFrom('mails').select('data').where('key', '=', `booking-cancelled:${bookingId}`).executeTakeFirstOrThrow()
  expect(renderTemplate('booking-cancelled', mail.data).text).toContain('$1,000.00 will be repaid in cash or to your bank account')
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'pay_back' }, { kind: 'pay_back' }])
  for (let n = 0; n < 2; n += 1) {
    const task = await openTask(bookingId)
    expect(task?.cause).toMatch(/^Repay \$(90|1,000)\.00 manually/)
    const payBack = async (who = manager) => who.post(pathOf(taskSteps.payBack, { id: task?.id ?? '' }), { reference: 'Transfer 0815' })
    expect([(await payBack(staff)).status, (await payBack()).status, (await payBack()).status]).toEqual([403, 200, 409])
  }
  expect((await customer.bookings())[0]).toMatchObject({ status: 'cancelled', refund: { amount: '1090.00', state: 'succeeded' } })
  const entries = await db.selectFrom('audit_entries').select('after').where('action', '=', 'refund.paid_back').execute()
  expect(new Set(entries.map(({ after }) => after))).toEqual(new Set([{ amountCents: 9000 }, { amountCents: 100_000 }]))
})

test('the comparison with the card provider counts neither the payment nor what is paid back', async () => {
  await site.cards.tell('drain')
  await passTime(site, 600)
  const { failures, balances } = await compareBooks(site.deps, site.app.log, { days: 2, limitMs: 60_000 })
  expect(failures).toEqual([])
  expect(balances.length).toBeGreaterThan(0)
  const { offline } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('offline'))
    .where('provider_payment_id', 'is', null)
    .executeTakeFirstOrThrow()
  expect(offline).toBeGreaterThan(1)
  expect(await db.selectFrom('tasks').select('cause').where('kind', 'in', ['books_differ', 'missing_payment']).execute()).toEqual([])
})

test('what comes after its time counts while there are seats, and is refused when they are gone', async () => {
  const [late, sold] = [nextDay(), nextDay()]
  await offerSeats(site, sold, 1)
  const dueOn = inDays(site, 0)
  const [one, two] = [await reserve(site, staff, late, { dueOn }), await reserve(site, staff, sold, { dueOn })]
  await passTime(site, 25 * 60 * 60)
  await endDueReservations(site.deps)
  const buyer = await createBuyer(site)
  await site.cards.pay(await buyer.openCheckout('tokyo-and-mount-fuji', 1, sold))
  expect((await payOffline(manager, one.bookingId)).status).toBe(200)
  expect([await statusOf(site, one.bookingId), await seatsTaken(site, late)]).toEqual(['confirmed', 1])
  expect((await payOffline(manager, two.bookingId)).json).toMatchObject({ statusCode: 409, code: 'sold_out' })
  expect(await paymentsOn(site, sold)).toHaveLength(1)
})

test('a payment is by card or offline, never half of both, by the database', async () => {
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  const row = { booking_id: bookingId, amount_cents: PRICE_CENTS, currency: 'usd', role: 'primary', paid_at: new Date() } as const
  const insert = async (columns: object) =>
    db
      .insertInto('payments')
      .values({ id: crypto.randomUUID(), method: 'cash', ...row, ...columns })
      .execute()
  for (const columns of [
    {},
    { outside_reference: 'R1' },
    { outside_reference: 'R1', recorded_by: 'admin_1', role: 'late' },
    { outside_reference: 'R1', recorded_by: 'admin_1', method: 'card' },
    { provider_payment_id: 'pi_1', outside_reference: 'R1' },
  ]) {
    await expect(insert(columns)).rejects.toThrow('payments_by_card_or_outside')
  }
})

test('is for managers and administrators', async () => {
  const { bookingId } = await reserve(site, staff, nextDay())
  const people = [site.visitor(), await createBuyer(site), staff, await createStaff(site, 'admin')]
  const statuses: number[] = []
  for (const who of people) statuses.push((await payOffline(who, bookingId)).status)
  expect(statuses).toEqual([401, 403, 403, 200])
})
