import { expect, test } from 'vitest'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import type { StaffTask, TaskKind } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { Browser, SiteResponse } from '../../../../tests/support/browser.ts'
import { createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { callWhileEnding, isWaiting, stateOf } from '../../../../tests/support/ended-meanwhile.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { idOf, payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { bookedBySomebody, bookedWithFailedRefund, DISPUTED } from '../../../../tests/support/task-troubles.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const staff = await createStaff(site)

type Call = () => Promise<SiteResponse>

async function taskAbout(reference: string, kind: TaskKind): Promise<string> {
  const tasks: StaffTask[] = (await staff.get(`${taskCalls.listTasks.path}?limit=200`)).json
  return tasks.find((each) => each.booking?.reference === reference && each.kind === kind)?.id ?? ''
}

async function wrongPayment(): Promise<string> {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 2, nextDay())
  await site.cards.tell('alter', { amount: 217_000 })
  await site.cards.pay(session)
  return taskAbout((await buyer.bookings())[0]?.reference ?? '', 'wrong_payment')
}

const disputed = async () => taskAbout((await bookedBySomebody(site, DISPUTED)).booking.reference, 'dispute_opened')
const failedRefund = async () => taskAbout((await bookedWithFailedRefund(site)).booking.reference, 'refund_failed')

/** What decides about money or roles, each about something of its own that is ready to be decided. */
const DECISIONS: Record<string, (who: Browser) => Promise<Call>> = {
  'a refund as goodwill': async (who) => {
    const { booking } = await bookedBySomebody(site)
    const { json: seen } = await who.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
    return async () =>
      who.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), { amountCents: 9000, reason: 'Rain', seen })
  },
  'a cancellation for a customer': async (who) => {
    const { booking } = await bookedBySomebody(site)
    const { json: seen } = await who.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
    return async () => who.post(pathOf(staffCancellationCalls.cancelBooking, { id: booking.id }), { reason: 'Rain', seen })
  },
  'a payment in cash': async (who) => {
    const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
    return async () => payOffline(who, bookingId, { method: 'cash' })
  },
  'a cancelled departure': async (who) => {
    const { day } = await bookedBySomebody(site)
    const id = departureId(TOUR, day)
    const { json: seen } = await who.get(pathOf(departureCalls.previewCancellation, { id }))
    return async () => who.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'Storm', seen })
  },
  'a wrong payment, confirmed': async (who) => {
    const id = await wrongPayment()
    return async () => who.post(pathOf(taskSteps.confirm, { id }))
  },
  'a wrong payment, given back': async (who) => {
    const id = await wrongPayment()
    return async () => who.post(pathOf(taskSteps.refund, { id }))
  },
  'a failed refund, sent again': async (who) => {
    const id = await failedRefund()
    return async () => who.post(pathOf(taskSteps.retry, { id }))
  },
  'a failed refund, paid another way': async (who) => {
    const id = await failedRefund()
    return async () => who.post(pathOf(taskSteps.settle, { id }), { reference: 'Transfer 4711' })
  },
  'a disputed booking, kept': async (who) => {
    const id = await disputed()
    return async () => who.post(pathOf(taskSteps.keep, { id }))
  },
  'a disputed booking, withdrawn': async (who) => {
    const id = await disputed()
    return async () => who.post(pathOf(taskSteps.withdraw, { id }))
  },
  'a payment that is taken up': async (who) => {
    const [id, { booking }] = [await unknownPayment(site), await bookedBySomebody(site)]
    return async () => who.post(pathOf(taskSteps.takeUp, { id }), { reference: booking.reference })
  },
  'a role that is given': async (who) => {
    const other = await idOf(site, await createStaff(site))
    return async () => who.post(pathOf(peopleCalls.changeRole, { id: other }), { role: 'admin' })
  },
  'a traveller’s own cancellation': async (who) => {
    await site.cards.pay(await who.openCheckout(TOUR, 1, nextDay()))
    const [booking] = await who.bookings()
    return async () => who.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id, reason: 'Ill' })
  },
}

/** Returns what is in the tables that a decision may change. */
const stateOfMoney = async () => stateOf(site, ['bookings', 'payments', 'refunds', 'tasks', 'departure_cancellations', 'users', 'mails'])

test.each(Object.keys(DECISIONS))('%s: whoever is signed out in the middle of it has decided nothing', async (what) => {
  const who = await createStaff(site, 'admin')
  const call = await DECISIONS[what]?.(who)
  await site.cards.tell('drain')
  const before = await stateOfMoney()
  const { status } = await callWhileEnding(site, who, call as Call)
  expect({ status, state: await stateOfMoney() }).toEqual({ status: 401, state: before })
})

test('a role that is taken in the middle of a refund is taken from it as well', async () => {
  const who = await createStaff(site, 'manager')
  const call = (await DECISIONS['a refund as goodwill']?.(who)) as Call
  const userId = await idOf(site, who)
  const demoting = await db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ role: 'staff' }).where('id', '=', userId).execute()
    const pending = call()
    await Promise.race([pending, poll('the refund to wait', async () => isWaiting(site))])
    return { pending }
  })
  expect((await demoting.pending).json).toMatchObject({ statusCode: 403, code: 'forbidden' })
})
