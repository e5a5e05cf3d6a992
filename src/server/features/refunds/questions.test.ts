import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import type { StaffTask } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { bookAndPay, createBuyer, mailsTo, nextDay, refundsOn, tasksOn, tellStaffThenCustomers } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { proveAll } from '../../../../tests/support/proofs.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { bookedWithFailedRefund } from '../../../../tests/support/task-troubles.ts'

const REFUND_FAILS_LATER = '4000000000005126'
const site = await openPaymentSite()
const manager = await createStaff(site, 'manager')

/** A cancelled booking of which half goes back, whose refund the bank has sent back. */
async function halfFailed() {
  const made = await bookedWithFailedRefund(site, 'half')
  return { ...made, failed: (await refundsOn(site, made.day))[0]?.id ?? '' }
}

async function makeOutside(payment: string | null, amount: number): Promise<string> {
  const { id } = (await site.cards.tell('external_refund', { payment_intent: payment, amount })) as { id: string }
  await site.cards.tell('drain')
  return id
}

async function tasksOf(bookingId: string): Promise<StaffTask[]> {
  const tasks: StaffTask[] = (await manager.get(`${taskCalls.listTasks.path}?limit=200`)).json
  return tasks.filter(({ booking }) => booking?.id === bookingId)
}

/** The two tasks after a refund made outside that may be the one that had failed. */
async function asked(bookingId: string) {
  const [failure, question] = await tasksOf(bookingId)
  expect(failure?.kind).toBe('refund_failed')
  expect(question).toMatchObject({ kind: 'external_refund', asksWhich: true, refund: { amount: '$1,090.00' } })
  return { failure: failure?.id ?? '', question: question?.id ?? '' }
}

test('whether a refund made outside of the same amount is the one that failed, a person says; until then neither is sent nor told of', async () => {
  const { buyer, day, booking, failed } = await halfFailed()
  const outside = await makeOutside(booking.stripeid, 109_000)
  expect((await refundsOn(site, day)).map(({ state, replaces }) => [state, replaces])).toEqual([
    ['failed', null],
    ['succeeded', null],
  ])
  const { failure, question } = await asked(booking.id)
  const early = [
    await manager.post(pathOf(taskSteps.retry, { id: failure })),
    await manager.post(pathOf(taskSteps.settle, { id: failure }), { reference: 'Transfer 4711' }),
    await manager.post(pathOf(taskSteps.keep, { id: question })),
  ]
  for (const { json } of early) expect(json).toMatchObject({ statusCode: 409, message: expect.stringContaining('First say whether') })
  await tellStaffThenCustomers(site)
  await proveAll(site)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])

  expect((await manager.post(pathOf(taskSteps.sameRefund, { id: question }))).status).toBe(200)
  expect((await refundsOn(site, day)).map(({ replaces }) => replaces)).toEqual([null, failed])
  expect((await tasksOn(site, day)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['refund_failed', `Sent again at the card provider: ${outside}.`],
    ['external_refund', 'It’s the same refund.'],
  ])
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '1090.00', state: 'succeeded' })
  expect((await manager.post(pathOf(taskSteps.otherRefund, { id: question }))).json.code).toBe('task_closed')
})

test('one that is another leaves the failed one to be sent again', async () => {
  const { day, booking, failed } = await halfFailed()
  await makeOutside(booking.stripeid, 109_000)
  const { failure, question } = await asked(booking.id)
  expect((await manager.post(pathOf(taskSteps.otherRefund, { id: question }))).status).toBe(200)
  expect((await manager.post(pathOf(taskSteps.retry, { id: failure }))).status).toBe(200)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ amount_cents, state, replaces }) => [amount_cents, state, replaces])).toEqual([
    [109_000, 'failed', null],
    [109_000, 'succeeded', null],
    [109_000, 'succeeded', failed],
  ])
  expect(await tasksOf(booking.id)).toEqual([])
})

test('beside a goodwill refund that failed, another one asks next whether the booking is kept', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 2, day, REFUND_FAILS_LATER)
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
  await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), { amountCents: 109_000, reason: 'Noise', seen })
  await site.cards.tell('settle', { refund: (await refundsOn(site, day))[0]?.provider_refund_id })
  await site.cards.tell('drain')
  await makeOutside(booking.stripeid, 109_000)
  const { question } = await asked(booking.id)
  await manager.post(pathOf(taskSteps.otherRefund, { id: question }))
  const next = (await tasksOf(booking.id)).find(({ kind }) => kind === 'external_refund')
  expect(next).not.toHaveProperty('asksWhich')
  expect((await manager.post(pathOf(taskSteps.keep, { id: next?.id ?? '' }))).status).toBe(200)
})

test('a cancellation before it was known to be the same has counted both, and a person compares it with the policy', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 2, day, REFUND_FAILS_LATER)
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
  await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), { amountCents: 109_000, reason: 'Noise', seen })
  await site.cards.tell('settle', { refund: (await refundsOn(site, day))[0]?.provider_refund_id })
  await site.cards.tell('drain')
  await makeOutside(booking.stripeid, 109_000)
  const { question } = await asked(booking.id)
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: '' })).status).toBe(200)
  expect((await refundsOn(site, day)).map(({ cause }) => cause)).toEqual(['goodwill', 'external'])
  expect((await manager.post(pathOf(taskSteps.sameRefund, { id: question }))).status).toBe(200)
  expect(await tasksOf(booking.id)).toMatchObject([
    { kind: 'note', cause: expect.stringContaining('of $1,090.00 was matched to the failed one') },
  ])
  const { json: money } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
  expect(money.leftCents).toBe(109_000)
  expect(
    (
      await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), {
        amountCents: 109_000,
        reason: 'By its policy',
        seen: money,
      })
    ).status,
  ).toBe(200)
  await proveAll(site)
})

test('one whose metadata names the failed refund stands in its place without a question', async () => {
  const { day, booking, failed } = await halfFailed()
  const metadata = { refund_id: failed }
  await providerClient(site).refunds.create({ payment_intent: booking.stripeid ?? '', amount: 109_000, metadata })
  await site.cards.tell('drain')
  expect((await refundsOn(site, day)).map(({ replaces }) => replaces)).toEqual([null, failed])
  expect((await tasksOn(site, day)).map(({ kind, outcome }) => [kind, outcome?.startsWith('Sent again at the')])).toEqual([
    ['refund_failed', true],
  ])
})
