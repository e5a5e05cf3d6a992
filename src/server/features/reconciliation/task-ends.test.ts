import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { may } from '#shared/accounts/permissions.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import { permissionToClose, TASK_KINDS, type StaffTask, type TaskKind } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, nextDay, paymentsOn, refundsOn, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { bookedBySomebody, bookedWithFailedRefund, DISPUTED } from '../../../../tests/support/task-troubles.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'

const site = await openPaymentSite({ settles: true })
const { db, now } = site.deps
const [staff, manager, admin] = [await createStaff(site), await createStaff(site, 'manager'), await createStaff(site, 'admin')]
const ROLES = { staff, manager, admin } as const
const KINDS = Object.keys(TASK_KINDS) as TaskKind[]

async function bareTask(kind: TaskKind): Promise<string> {
  const subject = randomUUID()
  await db.transaction().execute((trx) => openTask(trx, { kind, subject, cause: 'Look at this.' }, now()))
  return (await db.selectFrom('tasks').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id
}

async function closeAs(who: Browser, id: string) {
  const { status, json } = await who.post(pathOf(taskCalls.closeTask, { id }), { outcome: 'Looked at' })
  return status === 200 ? 'closed' : json.code
}

async function taskAbout(reference: string, kind: TaskKind): Promise<string> {
  const tasks: StaffTask[] = (await staff.get(`${taskCalls.listTasks.path}?limit=200`)).json
  const task = tasks.find((each) => each.booking?.reference === reference && each.kind === kind)
  if (!task) throw new Error(`no task: ${kind}`)
  return task.id
}

async function wrongPayment() {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('alter', { amount: 217_000 })
  await site.cards.pay(session)
  return { day, id: await taskAbout((await buyer.bookings())[0]?.reference ?? '', 'wrong_payment') }
}

async function moneyToPayBack() {
  const { bookingId, reference } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  await payOffline(manager, bookingId, { method: 'cash' })
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: bookingId }))
  await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id: bookingId }), { reason: 'Rain', seen })
  return taskAbout(reference, 'pay_back')
}

/** Of each role, what becomes of a note about a task of this kind, by the table. */
function expectedFor(kind: TaskKind): string[] {
  const permission = permissionToClose(kind)
  return (['staff', 'manager', 'admin'] as const).map((role) => {
    if (!permission) return 'task_undecided'
    return may(role, permission) ? 'closed' : 'forbidden'
  })
}

test.each(KINDS)(
  'a note about a task of the kind %s ends it only where no decision about money does, and for a role that may',
  async (kind) => {
    const found: string[] = []
    for (const who of Object.values(ROLES)) {
      const id = await bareTask(kind)
      found.push(await closeAs(who, id))
      const { closed_at } = await db.selectFrom('tasks').select('closed_at').where('id', '=', id).executeTakeFirstOrThrow()
      expect(closed_at !== null).toBe(found.at(-1) === 'closed')
      await db.deleteFrom('tasks').where('id', '=', id).execute()
    }
    expect(found).toEqual(expectedFor(kind))
  },
)

test('plain staff end no refund, wrong payment, dispute or money to pay back, neither by a note nor by a step', async () => {
  const refund = await bookedWithFailedRefund(site)
  const dispute = await bookedBySomebody(site, DISPUTED)
  const ids = [
    await taskAbout(refund.booking.reference, 'refund_failed'),
    (await wrongPayment()).id,
    await taskAbout(dispute.booking.reference, 'dispute_opened'),
    await moneyToPayBack(),
  ]
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute()
  const steps = [taskSteps.retry, taskSteps.settle, taskSteps.confirm, taskSteps.refund, taskSteps.keep, taskSteps.payBack]
  for (const id of ids) {
    expect(await closeAs(staff, id)).toBe('task_undecided')
    for (const step of steps) expect((await staff.post(pathOf(step, { id }), { reference: 'Transfer 4711' })).json.code).toBe('forbidden')
  }
  expect(await db.selectFrom('refunds').selectAll().orderBy('id').execute()).toEqual(refunds)
  const open = db.selectFrom('tasks').select('id').where('id', 'in', ids).where('closed_at', 'is', null)
  expect(await open.execute()).toHaveLength(4)
})

test('a wrong payment that has gone back outside ends by a refund, which sends nothing and frees the seats', async () => {
  const { day, id } = await wrongPayment()
  const [payment] = await paymentsOn(site, day)
  await site.cards.tell('external_refund', { payment_intent: payment?.provider_payment_id })
  await site.cards.tell('drain')
  const confirmed = await manager.post(pathOf(taskSteps.confirm, { id }))
  expect(confirmed.json).toMatchObject({ code: 'not_payable', message: expect.stringContaining('already been refunded in full') })
  expect((await manager.post(pathOf(taskSteps.refund, { id }))).status).toBe(200)
  expect((await refundsOn(site, day)).map(({ cause }) => cause)).toEqual(['external'])
  expect([(await bookingsOn(site, day))[0]?.status, await seatsTaken(site, day)]).toEqual(['expired', 0])
  expect((await manager.post(pathOf(taskSteps.refund, { id }))).json.code).toBe('task_closed')
})

test('a payment that only the card provider knows can be said to be somebody else’s, by a manager, with a reason, once', async () => {
  const id = await unknownPayment(site)
  const disown = async (who: Browser, reference = 'Our other shop') => who.post(pathOf(taskSteps.disown, { id }), { reference })
  expect([(await disown(staff)).status, (await disown(manager, ' ')).status]).toEqual([403, 400])
  expect((await disown(manager)).status).toBe(200)
  expect((await disown(admin)).json.code).toBe('task_closed')
  const { outcome } = await db.selectFrom('tasks').select('outcome').where('id', '=', id).executeTakeFirstOrThrow()
  expect(outcome).toBe('Not ours: Our other shop')
  const entries = db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id')
  expect((await entries.execute()).map(({ action }) => action)).toEqual(['task.closed', 'payment.disowned'])
  expect((await manager.post(pathOf(taskSteps.disown, { id: await bareTask('note') }), { reference: 'x' })).json.code).toBe('not_payable')
})

test('money is paid back by the step of that name, and by no other task', async () => {
  const id = await moneyToPayBack()
  expect((await manager.post(pathOf(taskSteps.payBack, { id: await bareTask('note') }), { reference: 'x' })).json.code).toBe(
    'not_refundable',
  )
  expect((await manager.post(pathOf(taskSteps.payBack, { id }), { reference: ' ' })).status).toBe(400)
  expect((await manager.post(pathOf(taskSteps.payBack, { id }), { reference: 'Transfer 0815' })).status).toBe(200)
  const { outcome, refund_id } = await db
    .selectFrom('tasks')
    .select(['outcome', 'refund_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(outcome).toBe('Repaid: Transfer 0815')
  expect(await db.selectFrom('refunds').select('state').where('id', '=', refund_id).execute()).toEqual([{ state: 'succeeded' }])
})
