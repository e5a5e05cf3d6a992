import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { bookings } from '#server/cli/bookings.ts'
import { quotes } from '#server/cli/quotes.ts'
import { staff } from '#server/cli/staff.ts'
import { tasks } from '#server/cli/tasks.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { askForQuote, createStaff } from '../../../../tests/support/movers.ts'
import { reserve } from '../../../../tests/support/reservations.ts'
import { backedUp, commandLineAt } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { unknownPayment } from '../../../../tests/support/unknown-payment.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

test('on a restored copy nobody decides about money, on the command line as in the console', async () => {
  const { id: bookingId, reference } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const [held, paid] = [
    await reserve(site, manager, nextDay(), { payBy: 'cash' }),
    await reserve(site, manager, nextDay(), { payBy: 'cash' }),
  ]
  const { id: paymentId } = await db.selectFrom('payments').select('id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  const quote = await askForQuote(site)
  const { id: task } = await db
    .insertInto('tasks')
    .values({
      id: randomUUID(),
      opened_at: site.deps.now(),
      kind: 'wrong_payment',
      subject: 'copy',
      cause: 'Too little',
      booking_id: bookingId,
      payment_id: paymentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bookings.run(['record', paid.reference, '--method', 'cash', '--reference', 'R1', '--by', manager.email], () => undefined)
  const unknown = await unknownPayment(site)
  const { folder, restoreCopy } = await backedUp(site)
  const { target, copy } = await restoreCopy()
  commandLineAt(target, folder)
  await staff.run(['enable', manager.email], () => undefined)
  const countDecided = async () => {
    const { rows } =
      await sql`select (select count(*) from audit_entries where action <> 'staff_call.refused') as audited, (select count(*) from refunds) as refunds,
      (select count(*) from payments) as payments, (select count(*) from mails) as mails`.execute(copy.deps.db)
    return rows
  }
  const before = await countDecided()
  const because = ['--reason', 'Rain', '--amount', '10.00']
  const decisions = {
    bookings: [
      ['record', held.reference, '--method', 'cash', '--reference', 'R2'],
      ['void', paid.reference, '--reference', 'R1', '--reason', 'Mistyped'],
      ['cancel', reference, ...because],
      ['refund', reference, ...because],
      ['cancel-departure', TOUR, nextDay(), '--reason', 'Snow'],
    ],
    tasks: ['retry', 'settle', 'confirm', 'refund', 'keep', 'withdraw', 'same', 'other', 'take-up', 'disown', 'paid-back', 'close'].map(
      (step) =>
        step === 'close' ? [step, task, '--outcome', 'Paid'] : [step, step === 'take-up' ? unknown : task, '--reference', reference],
    ),
    quotes: [
      ['approve', quote.reference],
      ['approve', quote.reference, '--price', '35700', '--reason', 'More'],
      ['decline', quote.reference, '--reason', 'Full'],
    ],
  }
  for (const [name, command] of Object.entries({ bookings, tasks, quotes }))
    for (const args of decisions[name as keyof typeof decisions]) {
      const decided = command.run([...args, '--by', manager.email], () => undefined)
      const code = args[0] === 'close' ? 'task_undecided' : 'restored_copy'
      await expect(decided, [name, ...args].join(' ')).rejects.toMatchObject({ code })
    }
  await expect(quotes.run(['decline', quote.reference, '--reason', 'Full'], () => undefined)).rejects.toMatchObject({
    code: 'restored_copy',
  })
  const admin = await createStaff({ ...site, app: copy.app, deps: copy.deps, origin: 'http://localhost' }, 'admin')
  for (const [call, body] of [
    [pathOf(staffQuoteCalls.declineQuote, { id: quote.id }), { reason: 'Full' }],
    [pathOf(staffQuoteCalls.approveQuote, { id: quote.id }), {}],
    [pathOf(staffReservationCalls.releaseReservation, { id: held.bookingId }), {}],
    [pathOf(taskSteps.confirm, { id: task }), {}],
    [pathOf(staffCancellationCalls.cancelBooking, { id: bookingId }), {}],
  ] as const) {
    const { status, json } = await admin.post(call, body)
    expect([status, json.code], call).toEqual([503, 'restored_copy'])
  }
  expect(await countDecided()).toEqual(before)
})
