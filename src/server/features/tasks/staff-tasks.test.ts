import { taskSteps } from '#shared/tasks/step-calls.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { staffTaskSchema, type StaffTask } from '#shared/tasks/staff.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

const MONEY = [taskSteps.confirm, taskSteps.refund, taskSteps.retry]

/** Returns the id of a new task. */
async function noteTask(at = site.deps.now()): Promise<string> {
  const subject = randomUUID()
  await site.deps.db.transaction().execute((trx) => openTask(trx, { kind: 'note', subject, cause: 'Look at this.' }, at))
  return (await site.deps.db.selectFrom('tasks').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id
}

/** Pays a different amount than agreed. */
async function wrongPayment(staff: Browser): Promise<{ buyer: Browser; task: StaffTask }> {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 2, nextDay())
  await site.cards.tell('alter', { amount: 217_000 })
  await site.cards.pay(session)
  const { reference } = (await buyer.bookings())[0] ?? {}
  const tasks: StaffTask[] = (await staff.get(taskCalls.listTasks.path)).json
  const task = tasks.find(({ booking }) => booking?.reference === reference)
  if (!task) throw new Error('no task')
  return { buyer, task }
}

test('task calls refuse a visitor with 401 and a customer with 403, and money steps need more than a staff role', async () => {
  const id = randomUUID()
  const all = [...MONEY.map((step) => pathOf(step, { id })), pathOf(taskCalls.assignTask, { id }), pathOf(taskCalls.closeTask, { id })]
  const statuses = async (who: Browser) => [
    (await who.get(taskCalls.listTasks.path)).status,
    ...(await Promise.all(all.map(async (path) => (await who.post(path, { outcome: 'Settled' })).status))),
  ]
  expect(await statuses(site.visitor())).toEqual([401, 401, 401, 401, 401, 401])
  expect(await statuses(await createBuyer(site))).toEqual([403, 403, 403, 403, 403, 403])
  expect(await statuses(await createStaff(site))).toEqual([200, 403, 403, 403, 404, 404])
  expect(await statuses(await createStaff(site, 'admin'))).toEqual([200, 404, 404, 409, 404, 404])
})

test('open tasks are listed in pages, oldest first, with their total', async () => {
  const staff = await createStaff(site)
  const old = Date.parse('2020-01-01T00:00:00Z')
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await noteTask(new Date(old + n * 1000)))
  const first = await staff.get(`${taskCalls.listTasks.path}?limit=3`)
  const second = await staff.get(`${taskCalls.listTasks.path}?limit=2&before=${first.json.at(-1).id}`)
  expect([...first.json, ...second.json].map(({ id }: StaffTask) => id)).toEqual(ids)
  expect(first.headers[TOTAL_COUNT]).toBe('5')
  expect(staffTaskSchema.parse(first.json[0])).toMatchObject({ kind: 'note', cause: 'Look at this.', assignee: null, payment: null })
  expect((await staff.get(`${taskCalls.listTasks.path}?before=nothing`)).status).toBe(404)
})

test('an assignee can unassign a task', async () => {
  const staff = await createStaff(site)
  const id = await noteTask()
  await staff.post(pathOf(taskCalls.assignTask, { id }), {})
  expect((await staff.post(pathOf(taskCalls.assignTask, { id }), { email: null })).status).toBe(200)
  const tasks: StaffTask[] = (await staff.get(taskCalls.listTasks.path)).json
  expect(tasks.find((task) => task.id === id)?.assignee).toBeNull()
})

test('assigning, reassigning and closing a task are audited, and closing it twice says how it was closed', async () => {
  const [staff, other] = [await createStaff(site), await createStaff(site)]
  const id = await noteTask()
  await staff.post(pathOf(taskCalls.assignTask, { id }), {})
  await staff.post(pathOf(taskCalls.assignTask, { id }), { email: other.email })
  const tasks: StaffTask[] = (await staff.get(taskCalls.listTasks.path)).json
  const assignee = tasks.find((task) => task.id === id)?.assignee
  expect(assignee?.name).toBe('Sam Staff')
  // A person who hasn’t seen the assignment can’t take over the task.
  expect((await staff.post(pathOf(taskCalls.assignTask, { id }), { seenAssigneeId: null })).json).toMatchObject({
    code: 'task_assigned',
    message: 'This task is now assigned to Sam Staff.',
  })
  const seen = { email: other.email, seenAssigneeId: assignee?.id }
  expect((await staff.post(pathOf(taskCalls.assignTask, { id }), seen)).status).toBe(200)
  const refused = await staff.post(pathOf(taskCalls.assignTask, { id }), { email: 'nobody@example.test' })
  expect(refused.json).toMatchObject({ statusCode: 400, issues: [{ path: 'email' }] })
  expect((await other.post(pathOf(taskCalls.closeTask, { id }), { outcome: ' ' })).status).toBe(400)
  expect((await other.post(pathOf(taskCalls.closeTask, { id }), { outcome: 'Paid back by transfer' })).status).toBe(200)
  expect((await staff.post(pathOf(taskCalls.closeTask, { id }), { outcome: 'Again' })).json).toMatchObject({
    code: 'task_closed',
    message: 'Sam Staff has closed this task already: Paid back by transfer',
  })
  const entries = site.deps.db.selectFrom('audit_entries').select('action').where('subject_kind', '=', 'task').where('subject_id', '=', id)
  expect((await entries.orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'task.assigned',
    'task.assigned',
    'task.assigned',
    'task.closed',
  ])
})

test('a payment of a wrong amount says what it comes to, and is accepted or given back once', async () => {
  const admin = await createStaff(site, 'admin')
  const accepted = await wrongPayment(admin)
  const [held] = await accepted.buyer.bookings()
  expect(accepted.task).toMatchObject({
    kind: 'wrong_payment',
    payment: { left: '$2,170.00' },
    person: { id: expect.any(String), email: accepted.buyer.email },
    booking: { id: held?.id, reference: held?.reference },
  })
  const answers = await Promise.all([1, 2].map(async () => admin.post(pathOf(taskSteps.confirm, { id: accepted.task.id }))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await accepted.buyer.bookings())[0]?.status).toBe('confirmed')

  const returned = await wrongPayment(admin)
  expect((await admin.post(pathOf(taskSteps.refund, { id: returned.task.id }))).status).toBe(200)
  const refunds = await site.deps.db.selectFrom('refunds').select('amount_cents').where('cause', '=', 'quarantined').execute()
  expect(refunds).toEqual([{ amount_cents: 217_000 }])
  expect((await admin.post(pathOf(taskSteps.refund, { id: returned.task.id }))).status).toBe(409)
})
