import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { bookAndPay, createBuyer, inDays, moveTravel, nextDay, paymentsOn } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { trialBalance } from './balances.ts'
import { listPostings } from './booking-sums.ts'
import { postHistory, postTravelled } from './posting.ts'

// Without the checks that follow each test of money elsewhere: here books are spoilt.
const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const manager = await createStaff(site, 'manager')
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const TRIGGERS = [
  ['payments', 'payments_added_ledger'],
  ['payments', 'payments_changed_ledger'],
  ['refunds', 'refunds_added_ledger'],
  ['refunds', 'refunds_changed_ledger'],
  ['bookings', 'bookings_cancelled_ledger'],
]

async function pay(day = nextDay()) {
  const buyer = await createBuyer(site)
  const { id, reference } = await bookAndPay(site, buyer, 1, day)
  return { buyer, day, id, reference }
}

async function giveBack(id: string, amountCents: number) {
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  expect(
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'A noisy hotel.', amountCents, seen })).status,
  ).toBe(200)
}

/** As a version of before the ledger did, which did not read it either. */
async function giveBackUnposted(id: string, amountCents: number) {
  const payment = db.updateTable('payments').set({ refund_requested_cents: amountCents }).where('booking_id', '=', id)
  const { id: paymentId } = await payment.returning('id').executeTakeFirstOrThrow()
  const refund = { id: crypto.randomUUID(), payment_id: paymentId, amount_cents: amountCents, currency: 'usd' } as const
  await db
    .insertInto('refunds')
    .values({ ...refund, state: 'succeeded', cause: 'goodwill' })
    .execute()
}

/** Returns the journal of a booking as one line for each posting. */
async function journal(id: string): Promise<string[]> {
  return (await listPostings(db, id)).map(({ kind, account, cents }) => `${kind} ${account} ${cents}`)
}

/** Runs without the triggers, as it was before there was a ledger. */
async function withoutLedger<T>(run: () => Promise<T>): Promise<T> {
  await site.asOwner(TRIGGERS.map(([table, name]) => `alter table ${table} disable trigger ${name}`).join(';'))
  try {
    return await run()
  } finally {
    await site.asOwner(TRIGGERS.map(([table, name]) => `alter table ${table} enable trigger ${name}`).join(';'))
  }
}

test('what was paid, given back and kept of a booking stands in its journal', async () => {
  const { buyer, id } = await pay(inDays(site, 10))
  await giveBack(id, 9_000)
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  expect(await journal(id)).toEqual([
    'received provider_clearing 109000',
    'received customer_advances -109000',
    'refund_owed customer_advances 9000',
    'refund_owed refunds_payable -9000',
    'refund_paid provider_clearing -9000',
    'refund_paid refunds_payable 9000',
    'refund_owed customer_advances 45500',
    'refund_owed refunds_payable -45500',
    'cancelled customer_advances 54500',
    'cancelled cancellation_fees -54500',
    'refund_paid provider_clearing -45500',
    'refund_paid refunds_payable 45500',
  ])
  const total = (await trialBalance(db)).reduce((sum, { cents }) => sum + cents, 0)
  expect(total).toBe(0)
})

test('unbalanced entry, or gets a line later, is refused, and none is ever changed', async () => {
  const line = (account: string, cents: number) => sql`row(${account}, ${cents}, 'usd', null, null, null)`
  const post = async (...lines: ReturnType<typeof line>[]) =>
    sql`select post_entry('test', gen_random_uuid(), 'once', '2026-03-15', now(), false, array[${sql.join(lines)}]::posting_line[])`.execute(
      db,
    )
  await expect(post(line('cash', 100), line('revenue', -99))).rejects.toThrow('An entry does not balance.')
  await expect(post(line('cash', 100))).rejects.toThrow()
  const { id } = await pay()
  const [first] = await listPostings(db, id)
  const later = { line: 3, account: 'cash', amount_cents: 1, currency: 'usd', entry_id: first?.entry ?? 0 }
  await expect(db.insertInto('postings').values(later).execute()).rejects.toThrow('An entry is written whole, in one statement.')
  for (const table of ['entries', 'postings'])
    await expect(site.asOwner(`delete from ${table}`)).rejects.toThrow('The ledger is append only: DELETE is refused.')
})

test('what was paid before there was a ledger is posted once, on the days on which it was so', async () => {
  const paid = await withoutLedger(async () => {
    const all = [await pay(inDays(site, 9)), await pay(inDays(site, 9)), await pay(inDays(site, 9))] as const
    await giveBackUnposted(all[0].id, 9_000)
    expect((await all[1].buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: all[1].id })).status).toBe(200)
    return all
  })
  await db.updateTable('payments').set({ paid_at: '2026-03-15T10:00:00Z' }).where('booking_id', '=', paid[0].id).execute()
  await db.updateTable('ledger_progress').set({ replayed_at: null, replayed_until: FIRST_ID }).execute()
  // What happens to a booking before its turn brings its history along.
  await giveBack(paid[2].id, 1_000)
  const early = await journal(paid[2].id)
  expect(early).toHaveLength(6)
  expect(await postHistory(site.deps, listFaults)).toBe(true)
  expect(await journal(paid[2].id)).toEqual(early)
  expect(await journal(paid[0].id)).toHaveLength(6)
  expect((await listPostings(db, paid[0].id))[0]?.postedOn).toBe('2026-03-15')
  expect(await journal(paid[1].id)).toContain('cancelled cancellation_fees -54500')
  expect(
    await listFaults(
      db,
      paid.map(({ id }) => id),
    ),
  ).toEqual([])
  const before = await trialBalance(db)
  await db.updateTable('ledger_progress').set({ replayed_at: null, replayed_until: FIRST_ID }).execute()
  expect(await postHistory(site.deps, listFaults)).toBe(true)
  expect(await trialBalance(db)).toEqual(before)
})

test('whoever reads the money of a booking that is not posted yet has it posted, and a file says nothing of it', async () => {
  const made = await withoutLedger(async () => {
    const all = [await pay(inDays(site, 10)), await pay(inDays(site, 10)), await pay(inDays(site, 10))] as const
    for (const { id } of all) await giveBackUnposted(id, 9_000)
    return all
  })
  const [previewed, listed, shown] = made
  const lines = async () => (await Promise.all(made.map(async ({ id }) => journal(id)))).map(({ length }) => length)
  expect((await manager.get(pathOf(deskBookingCalls.getStory, { id: shown.id }))).json.balance).toMatchObject([
    { received: '1090.00', returned: '90.00' },
  ])
  expect(await lines()).toEqual([0, 0, 6])
  const file: string = (await manager.get(`${deskBookingCalls.downloadBookings.path}?search=${previewed.reference}`)).text
  expect(file).toContain(`"${previewed.reference}"`)
  expect(file.trimEnd()).toMatch(/(,""){4}$/)
  const preview = (await previewed.buyer.get(pathOf(cancellationCalls.previewRefund, { id: previewed.id }))).json
  expect(preview).toMatchObject({ returnedAmount: '90.00', refundAmount: '455.00' })
  expect((await listed.buyer.bookings())[0]?.refund).toEqual({ amount: '90.00', state: 'succeeded' })
  expect(await lines()).toEqual([6, 6, 6])
})

test('a payment from before that is voided before its turn is posted and reversed, and its history stays so', async () => {
  const staff = await createStaff(site)
  const { bookingId } = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  await withoutLedger(async () => payOffline(manager, bookingId, { method: 'cash' }))
  // Not by a page of the console, which would have it posted.
  const payment = await db.selectFrom('payments').select('id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  expect((await manager.post(pathOf(staffReservationCalls.voidPayment, { id: payment.id }), { reason: 'Mistyped' })).status).toBe(200)
  const posted = ['received cash 109000', 'received unallocated -109000', 'voided cash -109000', 'voided unallocated 109000']
  expect((await journal(bookingId)).toSorted()).toEqual(posted.toSorted())
  await db.updateTable('ledger_progress').set({ replayed_at: null, replayed_until: FIRST_ID }).execute()
  await postHistory(site.deps, listFaults)
  expect(await journal(bookingId)).toHaveLength(posted.length)
  expect(await listFaults(db, [bookingId])).toEqual([])
})

test('history that does not add up opens one task that names its booking', async () => {
  const { id, day } = await withoutLedger(async () => {
    const paid = await pay()
    await giveBackUnposted(paid.id, 500)
    return paid
  })
  // More has gone back than the booking was paid with, as a version of long ago may have left it.
  const [payment] = await paymentsOn(site, day)
  await withoutLedger(async () =>
    db
      .insertInto('refunds')
      .values({
        id: crypto.randomUUID(),
        payment_id: payment?.id ?? '',
        amount_cents: 109_000,
        currency: 'usd',
        state: 'succeeded',
        cause: 'goodwill',
      })
      .execute(),
  )
  for (const _ of [1, 2]) {
    await db.updateTable('ledger_progress').set({ replayed_at: null, replayed_until: FIRST_ID }).execute()
    await postHistory(site.deps, listFaults)
  }
  const tasks = await db.selectFrom('tasks').select(['kind', 'cause']).where('booking_id', '=', id).execute()
  expect(tasks).toEqual([{ kind: 'note', cause: expect.stringContaining('500 cents in suspense') }])
})

test('the advances of a trip are revenue from its last day on, and what comes later is so at once', async () => {
  const { id } = await pay()
  await moveTravel(site, id, inDays(site, -10))
  await postTravelled(db, inDays(site, 0))
  expect((await journal(id)).slice(2)).toEqual(['travelled customer_advances 109000', 'travelled revenue -109000'])
  await giveBack(id, 9_000)
  expect(await journal(id)).toContain('refund_owed revenue 9000')
  const before = await journal(id)
  await postTravelled(db, inDays(site, 1))
  expect(await journal(id)).toEqual(before)
})
