import { beforeEach, expect, test } from 'vitest'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { bookingsOn, mailsTo, paymentsOn, refundsOn, seatsTaken } from '../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { createStaff } from '../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../tests/support/payment-site.ts'
import { bookedBySomebody, bookedWithFailedRefund, DISPUTED } from '../../../tests/support/task-troubles.ts'
import { unknownPayment } from '../../../tests/support/unknown-payment.ts'
import { tasks } from './tasks.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

/** Returns what the command printed. */
async function command(step: string, id: string, ...options: string[]): Promise<string[]> {
  const said: string[] = []
  await tasks.run([step, id, '--by', manager.email, ...options], (line) => said.push(line))
  return said
}

async function failedRefund() {
  const made = await bookedWithFailedRefund(site)
  return { ...made, id: await taskAbout(made.booking.id, 'refund_failed') }
}

async function taskAbout(bookingId: string, kind: TaskKind): Promise<string> {
  const open = db.selectFrom('tasks').select('id').where('booking_id', '=', bookingId).where('kind', '=', kind)
  return (await open.executeTakeFirstOrThrow()).id
}

async function expectDecided(id: string, step: string, ...options: string[]): Promise<void> {
  const entries = db.selectFrom('audit_entries').innerJoin('users', 'users.id', 'actor_id').select(['email', 'via'])
  expect(await entries.where('action', '=', 'task.closed').where('subject_id', '=', id).execute()).toEqual([
    { email: manager.email, via: 'command_line' },
  ])
  await expect(command(step, id, ...options)).rejects.toThrow(/^Sam Staff has closed this task already: /)
}

test('settle: a refund that failed counts as paid another way; retry: one that failed is sent again', async () => {
  const settled = await failedRefund()
  const reference = ['--reference', 'Transfer 4711']
  expect(await command('settle', settled.id, ...reference)).toEqual(['Refund marked as paid another way.'])
  expect((await refundsOn(site, settled.day)).map(({ state }) => state)).toEqual(['settled'])
  expect((await settled.buyer.bookings())[0]?.refund).toMatchObject({ settledAmount: '2180.00' })
  await expectDecided(settled.id, 'settle', ...reference)

  const retried = await failedRefund()
  expect(await command('retry', retried.id)).toEqual([expect.stringMatching(/^Refund \S+ is on its way to the card provider\.$/)])
  expect(await refundsOn(site, retried.day)).toHaveLength(2)
  await expectDecided(retried.id, 'retry')
})

test('same: a refund made outside counts as the one that had failed; other: the two are kept apart', async () => {
  for (const [step, said, state] of [
    ['same', 'The failed refund is marked as made.', 'succeeded'],
    ['other', 'Marked as a different refund.', 'failed'],
  ] as const) {
    const { booking, buyer } = await bookedWithFailedRefund(site, 'half')
    await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 109_000 })
    await site.cards.tell('drain')
    const question = await taskAbout(booking.id, 'external_refund')
    expect(await command(step, question)).toEqual([said])
    expect((await buyer.bookings())[0]?.refund).toMatchObject({ amount: '1090.00', state })
    await expectDecided(question, step)
  }
})

test('keep: a disputed booking stays with its seats; withdraw: it is cancelled, its seats are free, its customer is told, no money moves', async () => {
  const kept = await bookedBySomebody(site, DISPUTED)
  const keeping = await taskAbout(kept.booking.id, 'dispute_opened')
  expect(await command('keep', keeping)).toEqual(['The booking is kept.'])
  expect([(await bookingsOn(site, kept.day))[0]?.status, await seatsTaken(site, kept.day)]).toEqual(['confirmed', 2])
  await expectDecided(keeping, 'keep')

  const withdrawn = await bookedBySomebody(site, DISPUTED)
  const ending = await taskAbout(withdrawn.booking.id, 'dispute_opened')
  expect(await command('withdraw', ending)).toEqual(['The booking is cancelled.'])
  expect([(await bookingsOn(site, withdrawn.day))[0]?.status, await seatsTaken(site, withdrawn.day)]).toEqual(['cancelled', 0])
  expect(await mailsTo(site, withdrawn.buyer.email)).toContain('booking-cancelled')
  expect(await refundsOn(site, withdrawn.day)).toEqual([])
  await expectDecided(ending, 'withdraw')
})

test('take-up: an unknown payment enters our books with its own task; refund: it goes back', async () => {
  const { day, booking } = await bookedBySomebody(site)
  const unknown = await unknownPayment(site)
  const reference = ['--reference', booking.reference.toLowerCase()]
  expect(await command('take-up', unknown, ...reference)).toEqual(['Payment imported. It now has its own task.'])
  expect((await paymentsOn(site, day)).map(({ role, amount_cents }) => [role, amount_cents]).toSorted()).toEqual([
    ['primary', 218_000],
    ['quarantined', 5_000],
  ])
  await expectDecided(unknown, 'take-up', ...reference)
  const wrong = await taskAbout(booking.id, 'wrong_payment')
  expect(await command('refund', wrong)).toEqual(['Payment refunded.'])
  expect((await refundsOn(site, day)).map(({ amount_cents }) => amount_cents)).toEqual([5_000])
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
})

test('a note closes no task with a money step, and plain staff decide nothing about money; disown and paid-back close theirs', async () => {
  const failed = await failedRefund()
  await expect(command('close', failed.id, '--outcome', 'Paid')).rejects.toThrow('A note can’t close this task')
  const staff = await createStaff(site)
  const byStaff = async (step: string, id: string, ...options: string[]) =>
    tasks.run([step, id, '--by', staff.email, ...options], () => undefined)
  await expect(byStaff('settle', failed.id, '--reference', 'Transfer 4711')).rejects.toThrow('Your role doesn’t allow this')
  await expect(byStaff('retry', failed.id)).rejects.toThrow('Your role doesn’t allow this')
  expect((await refundsOn(site, failed.day)).map(({ state }) => state)).toEqual(['failed'])

  const unknown = await unknownPayment(site)
  const whose = ['--reference', 'Our other shop']
  expect(await command('disown', unknown, ...whose)).toEqual(['Marked as not our payment.'])
  await expectDecided(unknown, 'disown', ...whose)
})
