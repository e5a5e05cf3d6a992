import { expect, test } from 'vitest'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays } from '#shared/dates.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { TillDays } from '#shared/ledger/days.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { postHistory, postTravelled } from '#server/features/ledger/posting.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { inDays, nextDay } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { letProofsEnd, proveAll } from '../../../../tests/support/proofs.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const DAY_MS = 86_400_000
const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const manager = await createStaff(site, 'manager')
/** The real day, on which the database writes. */
const day = inDays(site, 0)

const list = async (query = ''): Promise<TillDays> => (await manager.get(`${ledgerCalls.listTills.path}${query}`)).json
const close = async (body: object, who = manager) =>
  who.post(ledgerCalls.closeTill.path, { day, currency: 'usd', countedCents: 218_000, ledgerCents: 218_000, ...body })

async function takeCash(): Promise<string> {
  const { bookingId } = await reserve(site, manager, nextDay(), { payBy: 'cash' })
  expect((await payOffline(manager, bookingId, { method: 'cash' })).status).toBe(200)
  return bookingId
}

async function balanceOf(account: string): Promise<number> {
  return (await trialBalance(db, day)).find((each) => each.account === account)?.cents ?? 0
}

test('a day with cash is listed, and its till cannot be closed before it is over', async () => {
  expect(await list()).toEqual([])
  await takeCash()
  await takeCash()
  expect(await list()).toEqual([{ day, isOver: false, tills: [{ currency: 'usd', ledgerCents: 218_000, closed: null }] }])
  expect((await close({})).json).toMatchObject({ code: 'not_closable', message: 'You can close a till once the day is over.' })
})

test('a closed till says who counted what, its difference is given up, and closing it twice closes it once', async () => {
  site.advance(DAY_MS)
  await proveAll(site)
  expect((await close({ day: addDays(day, -1) })).json.message).toBe('There was no cash that day.')
  expect((await close({ countedCents: 217_000 })).json.issues).toEqual([
    { path: 'note', message: 'Please explain the difference, as far as you know' },
  ])
  expect((await close({ ledgerCents: 109_000, countedCents: 109_000 })).json.code).toBe('till_changed')
  const counted = { countedCents: 217_000, note: 'Ten dollars too much change' }
  const both = await Promise.all([close(counted), close(counted)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await close(counted)).status).toBe(200)
  expect((await close({})).json).toMatchObject({ code: 'till_changed', message: expect.stringContaining('has closed this till') })
  const [till] = (await list())[0]?.tills ?? []
  expect(till).toEqual({
    currency: 'usd',
    ledgerCents: 218_000,
    closed: {
      countedCents: 217_000,
      ledgerCents: 218_000,
      note: 'Ten dollars too much change',
      by: expect.any(String),
      at: expect.any(String),
    },
  })
  expect([await balanceOf('cash'), await balanceOf('write_offs')]).toEqual([217_000, 1000])
  const entries = await db.selectFrom('entries').select(['posted_on']).where('kind', '=', 'till_difference').execute()
  expect(entries).toEqual([{ posted_on: day }])
  const audited = await db.selectFrom('audit_entries').select(['after']).where('action', '=', 'till.closed').execute()
  expect(audited).toEqual([{ after: { day, currency: 'usd', ledgerCents: 218_000, countedCents: 217_000 } }])
  expect((await manager.get(`${auditCalls.listAudit.path}?action=till.closed`)).json[0].reason).toBe('Ten dollars too much change')
  await expect(site.asOwner('delete from till_closes')).rejects.toThrow('append only')
})

test('cash that is recorded for a closed day after all shows beside what was closed, and a voided receipt does not', async () => {
  // The database still writes on its own day, which the site has left.
  const id = await takeCash()
  const [payment] = (await manager.get(pathOf(deskBookingCalls.getStory, { id }))).json.payments
  expect((await manager.post(pathOf(staffReservationCalls.voidPayment, { id: payment.id }), { reason: 'Mistyped' })).status).toBe(200)
  await takeCash()
  const [till] = (await list())[0]?.tills ?? []
  expect([till?.ledgerCents, till?.closed?.ledgerCents]).toEqual([327_000, 218_000])
})

test('the till of a locked day can still be closed: its difference is written on the first open day', async () => {
  await postHistory(site.deps, listFaults)
  site.advance(4 * DAY_MS)
  await postTravelled(db, inDays(site, 0))
  await proveAll(site)
  const admin = await createStaff(site, 'admin')
  const tomorrow = addDays(day, 1)
  expect((await admin.put(ledgerCalls.changeLedgerLock.path, { until: day, seen: null })).status).toBe(200)
  await takeCash()
  expect((await list()).map((each) => each.day)).toEqual([tomorrow, day])
  expect((await list(`?before=${tomorrow}`)).map((each) => each.day)).toEqual([day])
  const reopened = await admin.put(ledgerCalls.changeLedgerLock.path, { until: tomorrow, seen: day })
  expect(reopened.status).toBe(200)
  expect((await close({ day: tomorrow, countedCents: 110_000, ledgerCents: 109_000, note: 'A tip' })).status).toBe(200)
  const entries = db.selectFrom('entries').select(['posted_on']).where('kind', '=', 'till_difference')
  expect(await entries.where('posted_on', '>', day).execute()).toEqual([{ posted_on: addDays(day, 2) }])
  expect((await list()).map((each) => each.day)).toEqual([tomorrow, day])
})

test('staff close no till, and a manager only with a fresh proof', async () => {
  expect((await close({}, await createStaff(site))).status).toBe(403)
  const careless = await createStaff(site, 'manager')
  await letProofsEnd(site, careless)
  expect((await close({}, careless)).json.code).toBe('confirm_identity')
})
