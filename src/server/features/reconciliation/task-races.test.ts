import { taskSteps } from '#shared/tasks/step-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { expect, test } from 'vitest'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import type { StaffTask, TaskKind } from '#shared/tasks/staff.ts'
import { bookingsOn, mailsTo, paymentsOn, refundsOn, seatsTaken } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { bookedBySomebody, bookedWithFailedRefund, DISPUTED } from '../../../../tests/support/task-troubles.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'

const site = await openPaymentSite({ settles: true })
const [one, other] = [await createStaff(site, 'manager'), await createStaff(site, 'admin')]

async function taskAbout(reference: string, kind: TaskKind): Promise<string> {
  const tasks: StaffTask[] = (await one.get(taskCalls.listTasks.path)).json
  return tasks.find((each) => each.booking?.reference === reference && each.kind === kind)?.id ?? ''
}

/** Books with a refund that does not go through; the task about it. */
async function failedRefund() {
  const made = await bookedWithFailedRefund(site)
  return { ...made, id: await taskAbout(made.booking.reference, 'refund_failed') }
}

type Jitter = (most: number) => Promise<void>

/** Does two things at once; returns which of them the server did, and how it refused the other. */
async function race(jitter: Jitter, first: readonly [string, object?], second: readonly [string, object?]) {
  const send = async (who: typeof one, [path, body]: readonly [string, object?]) => jitter(10).then(async () => who.post(path, body ?? {}))
  const answers = await Promise.all([send(one, first), send(other, second)])
  return answers.map(({ status, json }) => (status === 200 ? 'done' : json.code))
}

async function closings(taskId: string) {
  const entries = site.deps.db.selectFrom('audit_entries').select('id').where('action', '=', 'task.closed').where('subject_id', '=', taskId)
  return (await entries.execute()).length
}

test(
  'two people keep and release the seats of a disputed booking at once: one decision holds, and the other is told of it',
  async () => {
    await repeat(20, async ({ jitter }) => {
      const { buyer, day, booking } = await bookedBySomebody(site, DISPUTED)
      const id = await taskAbout(booking.reference, 'dispute_opened')
      const [kept, released] = await race(jitter, [pathOf(taskSteps.keep, { id })], [pathOf(taskSteps.withdraw, { id })])
      expect([kept, released].toSorted()).toEqual(['done', 'task_closed'])
      expect((await bookingsOn(site, day))[0]?.status).toBe(kept === 'done' ? 'confirmed' : 'cancelled')
      expect(await seatsTaken(site, day)).toBe(kept === 'done' ? 2 : 0)
      expect(await mailsTo(site, buyer.email)).toHaveLength(kept === 'done' ? 1 : 2)
      expect(await closings(id)).toBe(1)
    })
  },
  MANY_ROUNDS_MS,
)

test(
  'a refund that is sent again and paid another way at once goes back once',
  async () => {
    await repeat(20, async ({ jitter }) => {
      const { day, id } = await failedRefund()
      const [sent, settled] = await race(
        jitter,
        [pathOf(taskSteps.retry, { id })],
        [pathOf(taskSteps.settle, { id }), { reference: 'Transfer 4711' }],
      )
      expect([sent, settled].filter((result) => result === 'done')).toHaveLength(1)
      expect(await refundsOn(site, day)).toHaveLength(sent === 'done' ? 2 : 1)
      expect(await closings(id)).toBe(1)
    })
  },
  MANY_ROUNDS_MS,
)

test(
  'a payment that we did not know is taken up once, whichever bookings two people name at once',
  async () => {
    await repeat(10, async ({ jitter }) => {
      const [first, second] = [await bookedBySomebody(site), await bookedBySomebody(site)]
      const id = await unknownPayment(site)
      const path = pathOf(taskSteps.takeUp, { id })
      const results = await race(jitter, [path, { reference: first.booking.reference }], [path, { reference: second.booking.reference }])
      expect(results.toSorted()).toEqual(['done', 'task_closed'])
      const payments = [...(await paymentsOn(site, first.day)), ...(await paymentsOn(site, second.day))]
      expect(payments.filter(({ role }) => role === 'quarantined')).toHaveLength(1)
      expect(await closings(id)).toBe(1)
    })
  },
  MANY_ROUNDS_MS,
)

test('an action on a task that is broken off before its commit has done nothing, and does all of it when it is done again', async () => {
  const disputed = await bookedBySomebody(site, DISPUTED)
  const refund = await failedRefund()
  const unknown = await bookedBySomebody(site)
  const dispute = await taskAbout(disputed.booking.reference, 'dispute_opened')
  const actions = [
    [pathOf(taskSteps.withdraw, { id: dispute }), {}],
    [pathOf(taskSteps.settle, { id: refund.id }), { reference: 'Transfer 4711' }],
    [pathOf(taskSteps.takeUp, { id: await unknownPayment(site) }), { reference: unknown.booking.reference }],
  ] as const
  const result = async () => ({
    booking: (await bookingsOn(site, disputed.day))[0]?.status,
    seats: await seatsTaken(site, disputed.day),
    emails: (await mailsTo(site, disputed.buyer.email)).length,
    settled: (await refund.buyer.bookings())[0]?.refund?.settledAmount ?? null,
    payments: (await paymentsOn(site, unknown.day)).length,
  })
  const before = await result()
  await site.asOwner(`create function fail_commit() returns trigger language plpgsql security definer as
    $$ begin raise exception 'commit refused by the test'; end $$`)
  await site.asOwner(`create constraint trigger fail_commit after update on tasks
    deferrable initially deferred for each row execute function fail_commit()`)
  for (const [path, body] of actions) expect((await one.post(path, body)).status).toBe(500)
  await site.asOwner(`drop trigger fail_commit on tasks`)
  expect(await result()).toEqual(before)
  for (const [path, body] of actions) expect((await one.post(path, body)).status).toBe(200)
  expect(await result()).toEqual({ booking: 'cancelled', seats: 0, emails: before.emails + 1, settled: '2180.00', payments: 2 })
})
