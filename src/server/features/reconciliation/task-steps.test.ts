import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import type { StaffTask, TaskKind } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  mailsTo,
  nextDay,
  paymentsOn,
  refundsOn,
  seatsTaken,
  tasksOn,
} from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'

const DISPUTED = '4000000000000259'
const REFUND_FAILS = '4000000000005126'
const site = await openPaymentSite({ settles: true })

const STEPS = [taskSteps.settle, taskSteps.keep, taskSteps.withdraw, taskSteps.takeUp]

async function taskAbout(reference: string, kind: TaskKind): Promise<StaffTask> {
  const tasks: StaffTask[] = (await (await createStaff(site)).get(taskCalls.listTasks.path)).json
  const task = tasks.find((each) => each.booking?.reference === reference && each.kind === kind)
  if (!task) throw new Error(`no task ${kind}`)
  return task
}

async function booked(card?: string) {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 2, day, card)
  await site.cards.tell('drain')
  return { buyer, day, booking }
}

const codes = (answers: Awaited<ReturnType<Browser['post']>>[]) => answers.map(({ status, json }) => json.code ?? status).toSorted()

test('a visitor is 401, a customer and staff 403, and a manager is let in', async () => {
  const [id, body] = [randomUUID(), { reference: 'Transfer 4711' }]
  const statuses = async (who: Browser) => Promise.all(STEPS.map(async (step) => (await who.post(pathOf(step, { id }), body)).status))
  expect(await statuses(site.visitor())).toEqual([401, 401, 401, 401])
  expect(await statuses(await createBuyer(site))).toEqual([403, 403, 403, 403])
  expect(await statuses(await createStaff(site))).toEqual([403, 403, 403, 403])
  expect(await statuses(await createStaff(site, 'manager'))).toEqual([409, 404, 404, 404])
})

test('a refund that failed is paid another way once, and is never sent again', async () => {
  const { buyer, day, booking } = await booked(REFUND_FAILS)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: 'Ill' })
  await site.cards.tell('settle', { refund: (await refundsOn(site, day))[0]?.provider_refund_id })
  await site.cards.tell('drain')
  const { id } = await taskAbout(booking.reference, 'refund_failed')
  const admin = await createStaff(site, 'admin')
  expect((await admin.post(pathOf(taskSteps.settle, { id }), { reference: ' ' })).status).toBe(400)
  const answers = await Promise.all([1, 2].map(async () => admin.post(pathOf(taskSteps.settle, { id }), { reference: 'Transfer 4711' })))
  expect(codes(answers)).toEqual([200, 'task_closed'])
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe(
    'Sam Staff has closed this task already: Paid another way: Transfer 4711',
  )
  expect((await admin.post(pathOf(taskSteps.retry, { id }))).status).toBe(409)
  expect((await refundsOn(site, day)).map(({ state }) => state)).toEqual(['settled'])
  expect((await buyer.bookings())[0]?.refund).toMatchObject({ settledAmount: '2180.00' })
})

test('a refund that a dispute blocks is not paid another way: the bank may give the money back itself', async () => {
  const { buyer, day, booking } = await booked(DISPUTED)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: 'Ill' })
  const { id } = await taskAbout(booking.reference, 'refund_blocked')
  const refused = await (await createStaff(site, 'admin')).post(pathOf(taskSteps.settle, { id }), { reference: 'Transfer 4712' })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('so it can’t be refunded until the dispute closes')])
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  expect((await refundsOn(site, day)).map(({ state }) => state)).toEqual(['failed', 'requested'])
})

test('a dispute says until when it can be answered, also once decided about; its seats are kept, or released once with a word to the customer', async () => {
  const kept = await booked(DISPUTED)
  const released = await booked(DISPUTED)
  const admin = await createStaff(site, 'admin')
  const task = await taskAbout(kept.booking.reference, 'dispute_opened')
  expect(Date.parse(task.dueAt ?? '') - site.deps.now().getTime()).toBeGreaterThan(6 * 86_400_000)
  expect((await admin.post(pathOf(taskSteps.keep, { id: task.id }))).status).toBe(200)
  expect(await seatsTaken(site, kept.day)).toBe(2)
  const evidence = await taskAbout(kept.booking.reference, 'dispute_evidence')
  expect(evidence).toMatchObject({ dueAt: task.dueAt, cause: expect.stringContaining('Respond to dispute') })
  await site.cards.tell('dispute', { payment_intent: kept.booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  expect((await tasksOn(site, kept.day)).find(({ kind }) => kind === 'dispute_evidence')?.outcome).toBe('The dispute has closed: won.')

  const { id } = await taskAbout(released.booking.reference, 'dispute_opened')
  const answers = await Promise.all([1, 2].map(async () => admin.post(pathOf(taskSteps.withdraw, { id }))))
  expect(codes(answers)).toEqual([200, 'task_closed'])
  expect((await bookingsOn(site, released.day)).map(({ status }) => status)).toEqual(['cancelled'])
  expect(await seatsTaken(site, released.day)).toBe(0)
  expect(await refundsOn(site, released.day)).toEqual([])
  expect((await mailsTo(site, released.buyer.email)).filter((template) => template.includes('cancelled'))).toHaveLength(1)
})

test('a booking that was refunded outside is cancelled, and no more money goes back', async () => {
  const { day, booking } = await booked()
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid })
  await site.cards.tell('drain')
  const { id } = await taskAbout(booking.reference, 'external_refund')
  const admin = await createStaff(site, 'manager')
  expect((await admin.post(pathOf(taskSteps.confirm, { id }))).status).toBe(409)
  expect((await admin.post(pathOf(taskSteps.withdraw, { id }))).status).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['cancelled'])
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([[218_000, 'external']])
})

test('a booking of which a part was refunded outside gets the rest that its policy owes when it is cancelled, as the task says', async () => {
  const { buyer, day, booking } = await booked()
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 5_000 })
  await site.cards.tell('drain')
  const { id } = await taskAbout(booking.reference, 'external_refund')
  const admin = await createStaff(site, 'manager')
  const listed = (await admin.get(taskCalls.listTasks.path)).json.find((task: { id: string }) => task.id === id)
  expect(listed).toMatchObject({ owed: '$2,130.00' })
  expect((await admin.post(pathOf(taskSteps.withdraw, { id }))).status).toBe(200)
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([
    [5_000, 'external'],
    [213_000, 'cancellation'],
  ])
  const mail = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('template', '=', 'booking-cancelled')
    .where('recipient', '=', buyer.email)
    .executeTakeFirstOrThrow()
  const { text } = renderTemplate('booking-cancelled', mail.data)
  expect(text).toContain('because part of the payment was returned to you')
  expect(text).toContain('$2,130.00')
  expect(text).toContain('We had already refunded $50.00.')
})

test('a payment that only the card provider knows is taken up for a booking, where a person decides about it', async () => {
  const { buyer, day, booking } = await booked()
  const id = await unknownPayment(site)
  const admin = await createStaff(site, 'admin')
  expect((await admin.post(pathOf(taskSteps.takeUp, { id }), { reference: 'M-NOTHING' })).json).toMatchObject({
    issues: [{ path: 'reference' }],
  })
  const taken = await Promise.all(
    [1, 2].map(async () => admin.post(pathOf(taskSteps.takeUp, { id }), { reference: booking.reference.toLowerCase() })),
  )
  expect(codes(taken)).toEqual([200, 'task_closed'])
  expect((await paymentsOn(site, day)).map(({ role, amount_cents }) => [role, amount_cents]).toSorted()).toEqual([
    ['primary', 218_000],
    ['quarantined', 5_000],
  ])
  const wrong = await taskAbout(booking.reference, 'wrong_payment')
  expect((await admin.post(pathOf(taskSteps.refund, { id: wrong.id }))).status).toBe(200)
  expect((await buyer.bookings())[0]?.status).toBe('confirmed')
})

test('a task can be given to anybody who works here and can sign in, by name', async () => {
  const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
  const emails = (await staff.get(colleagueCalls.listColleagues.path)).json.map(({ email }: { email: string }) => email)
  expect(emails).toEqual(expect.arrayContaining([staff.email, manager.email]))
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', manager.email).execute()
  expect((await staff.get(colleagueCalls.listColleagues.path)).json.map(({ email }: { email: string }) => email)).not.toContain(
    manager.email,
  )
})
