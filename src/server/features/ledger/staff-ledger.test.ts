import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import type { JournalEntry, StaffMoney } from '#shared/ledger/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { bookAndPay, createBuyer, inDays, nextDay } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })
const manager = await createStaff(site, 'manager')

async function money(): Promise<StaffMoney> {
  return (await manager.get(ledgerCalls.getMoney.path)).json
}

async function journal(query: Record<string, string> = {}): Promise<JournalEntry[]> {
  const { status, json } = await manager.get(`${ledgerCalls.listJournal.path}?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return json
}

/** Books and cancels half a month ahead, so that a half is given back. */
async function bookAndCancel() {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, inDays(site, 10))
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).status).toBe(200)
  return booking
}

test('before anything is paid there are neither balances nor entries', async () => {
  expect(await money()).toEqual({ balances: [], isGenerated: false, unallocated: [] })
  expect(await journal()).toEqual([])
})

test('the balances are those of the accounts that are not at zero, and each entry says what it moved for which booking', async () => {
  const { id, reference } = await bookAndCancel()
  expect((await money()).balances).toEqual([
    { account: 'cancellation_fees', currency: 'usd', amount: '-545.00' },
    { account: 'provider_clearing', currency: 'usd', amount: '545.00' },
  ])
  const entries = await journal()
  expect(entries.map(({ kind }) => kind)).toEqual(['refund_paid', 'cancelled', 'refund_owed', 'received'])
  expect(entries.at(-1)).toEqual({
    id: expect.any(Number),
    kind: 'received',
    day: inDays(site, 0),
    happenedAt: expect.any(String),
    isGenerated: false,
    booking: { id, reference },
    lines: [
      { account: 'provider_clearing', amount: '1090.00', currency: 'usd' },
      { account: 'customer_advances', amount: '-1090.00', currency: 'usd' },
    ],
  })
})

test('the journal is narrowed by day, account, kind and booking, and goes on where a page ended', async () => {
  const { reference } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const [today, all] = [inDays(site, 0), await journal()]
  expect(all).toHaveLength(5)
  const ids = async (query: Record<string, string>) => (await journal(query)).map(({ id }) => id)
  expect(await ids({ from: today, to: today })).toEqual(all.map(({ id }) => id))
  expect([await ids({ to: inDays(site, -1) }), await ids({ from: inDays(site, 1) })]).toEqual([[], []])
  expect((await journal({ kind: 'received' })).map(({ booking }) => booking?.reference)).toEqual([reference, expect.any(String)])
  expect((await journal({ account: 'cancellation_fees' })).map(({ kind }) => kind)).toEqual(['cancelled'])
  expect((await journal({ account: 'provider_clearing', kind: 'refund_paid' })).map(({ kind }) => kind)).toEqual(['refund_paid'])
  expect((await journal({ booking: reference.slice(2).toLowerCase() })).map(({ kind }) => kind)).toEqual(['received'])
  expect([await ids({ booking: 'M-UNKNOWN0' }), await ids({ booking: 'somebody' })]).toEqual([[], []])
  const paged: number[] = []
  for (let before: number | undefined; paged.length < 10; before = paged.at(-1)) {
    const page = await ids({ limit: '2', ...(before !== undefined && { before: String(before) }) })
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  for (const query of ['account=purse', 'kind=stolen', 'limit=51', 'from=yesterday', 'before=x'])
    expect((await manager.get(`${ledgerCalls.listJournal.path}?${query}`)).status, query).toBe(400)
})

test('a payment for no booking yet is shown with its booking, until the task about it is decided', async () => {
  const { bookingId, reference } = await reserve(site, manager, nextDay(), { payBy: 'transfer' })
  expect((await payOffline(manager, bookingId, { receivedCents: 109_500 })).status).toBe(200)
  const { unallocated } = await money()
  expect(unallocated).toEqual([
    {
      receiptId: expect.any(String),
      booking: { id: bookingId, reference },
      amount: '1095.00',
      currency: 'usd',
      receivedAt: expect.any(String),
      hasTask: true,
    },
  ])
  const [task] = await site.deps.db.selectFrom('tasks').select('id').where('booking_id', '=', bookingId).execute()
  expect((await manager.post(pathOf(taskSteps.confirm, { id: task?.id ?? '' }), { reason: 'Keep it' })).status).toBe(200)
  expect((await money()).unallocated).toEqual([])
})

test('the file has a row for each line of each entry, and making it is audited', async () => {
  const { text, headers } = await manager.get(`${ledgerCalls.downloadJournal.path}?kind=received&account=provider_clearing`)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="journal-\d{4}-\d\d-\d\d-\d{6}\.csv"$/)
  const rows = text.trimEnd().split('\r\n')
  expect(rows[0]).toContain(
    '"Entry","Day","Happened at","Kind","Account","Debit","Credit","Currency","Booking","Payment","Refund","Generated"',
  )
  expect(rows).toHaveLength(5)
  expect(rows[1]).toMatch(
    /^"\d+","\d{4}-\d\d-\d\d","\d{4}-\d\d-\d\d \d\d:\d\d","received","provider_clearing","1090","","usd","M-[0-9A-Z]{8}","[0-9a-f-]{36}","",""$/,
  )
  expect(rows[2]).toContain('"customer_advances","","1090"')
  const exported = await site.deps.db.selectFrom('audit_entries').select('after').where('action', '=', 'journal.exported').execute()
  expect(exported).toEqual([{ after: { rows: 4, by_kind: 'received', by_account: 'provider_clearing' } }])
})

test('staff see neither balances nor journal', async () => {
  const staff = await createStaff(site)
  const statuses = [ledgerCalls.getMoney.path, ledgerCalls.listJournal.path, ledgerCalls.downloadJournal.path].map(
    async (call) => (await staff.get(call)).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 403, 403])
})
