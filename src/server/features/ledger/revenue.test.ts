import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Revenue } from '#shared/ledger/revenue.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import { addMonths, monthOf, rangeOf } from '#shared/months.ts'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import { postTravelled } from '#server/features/ledger/posting.ts'
import { addUpRevenue, emptyRevenue, remakeRevenue, sumNextRevenue } from '#server/features/ledger/revenue-sums.ts'
import { bookAndPay, createBuyer, inDays, moveTravel, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const manager = await createStaff(site, 'manager')
const NOW = monthOf(inDays(site, 0))
const BEFORE = addMonths(NOW, -2)

async function ask(query: Record<string, string> = {}): Promise<Revenue> {
  const { status, json, text } = await manager.get(
    `${ledgerCalls.getRevenue.path}?${new URLSearchParams({ from: NOW, to: NOW, ...query }).toString()}`,
  )
  expect(status, text).toBe(200)
  return json
}

/** The rows of a month by channel, each with only the figures that are not zero. */
async function channels(month = NOW): Promise<string[]> {
  const { rows } = await ask({ by: 'channel', from: month, to: month })
  return rows.map((row) => {
    const { channel, currency } = row
    const told = Object.entries(row).flatMap(([name, amount]) => (typeof amount === 'string' && Number(amount) ? [[name, amount]] : []))
    return [channel, currency, ...told.map(([name, amount]) => `${name} ${amount}`)].join(' ')
  })
}

/** What is asked for in several ways, to compare it later. */
async function everything(): Promise<Revenue[]> {
  return Promise.all(['tour', 'month', 'channel'].map(async (by) => ask({ by, from: BEFORE })))
}

function isAnything(row: object): boolean {
  return Object.entries(row).some(([name, cents]) => name.endsWith('_cents') && cents !== 0)
}

test('before anything is posted there is nothing, and months that are none are refused', async () => {
  expect(await ask()).toEqual({ totals: [], count: 0, rows: [], isGenerated: false, since: null })
  for (const query of ['', 'from=2026-01', 'from=2026-13&to=2026-13', 'from=2026-1&to=2026-02', 'from=2026-01-01&to=2026-02-01'])
    expect((await manager.get(`${ledgerCalls.getRevenue.path}?${query}`)).status, query).toBe(400)
  for (const wrong of ['by=person', 'sort=luck', 'channel=fax', 'limit=51', 'after=-1'])
    expect((await manager.get(`${ledgerCalls.getRevenue.path}?from=${NOW}&to=${NOW}&${wrong}`)).status, wrong).toBe(400)
})

test('what was paid online is paid in its month and, once the trip is over, revenue in the month of its last day', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  expect(await channels()).toEqual(['online usd paid 1090.00 net 1090.00'])
  await moveTravel(site, id, rangeOf(BEFORE).from)
  await postTravelled(db, inDays(site, 0))
  expect(await channels()).toEqual(['online usd paid 1090.00 net 1090.00'])
  expect(await channels(BEFORE)).toEqual(['online usd revenue 1090.00'])
  // Its seats go along, for the checks that follow each test.
  await sql`update departures set seats_taken = (departs_on = ${rangeOf(BEFORE).from})::integer`.execute(db)
})

test('of a cancelled booking what goes back is refunded and the rest is kept, and a later goodwill lessens the revenue', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, inDays(site, 10))
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(await channels()).toEqual(['online usd kept 545.00 paid 2180.00 refunded 545.00 net 1635.00'])
  const { id } = await db.selectFrom('bookings').select('id').where('status', '=', 'confirmed').executeTakeFirstOrThrow()
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'A noisy hotel.', amountCents: 9_000, seen })
  // It is given back in this month, of what was earned in another.
  expect(await channels()).toEqual(['online usd revenue -90.00 kept 545.00 paid 2180.00 refunded 635.00 net 1545.00'])
  expect(await channels(BEFORE)).toEqual(['online usd revenue 1090.00'])
})

test('what a lost dispute takes is lost, and only while it is open neither lost nor missing', async () => {
  const { stripeid } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const before = await channels()
  const { id } = (await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })) as { id: string }
  await site.cards.tell('drain')
  expect(await channels()).toEqual(before)
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'lost', dispute: id })
  await site.cards.tell('drain')
  expect(await channels()).toEqual(['online usd revenue -90.00 kept 545.00 paid 3270.00 refunded 635.00 lost 1090.00 net 1545.00'])
})

test('a reservation is of its channel however it is paid, and is as if never paid once that was voided', async () => {
  const { bookingId } = await reserve(site, manager, nextDay(), { payBy: 'cash' })
  await payOffline(manager, bookingId, { method: 'cash' })
  const told = 'reservation usd paid 1090.00 net 1090.00'
  expect((await channels())[1]).toBe(told)
  const { bookingId: mistaken } = await reserve(site, manager, nextDay(), { payBy: 'transfer' })
  await payOffline(manager, mistaken)
  expect((await channels())[1]).toBe('reservation usd paid 2180.00 net 2180.00')
  const [payment] = (await manager.get(pathOf(deskBookingCalls.getStory, { id: mistaken }))).json.payments
  expect((await manager.post(pathOf(staffReservationCalls.voidPayment, { id: payment.id }), { reason: 'Mistyped' })).status).toBe(200)
  expect((await channels())[1]).toBe(told)
})

test('a move that is paid by card is of no tour, in its own currency; each currency has a total of its own', async () => {
  const { link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link))
  expect((await channels())[2]).toBe('move inr paid 34800.00 net 34800.00')
  const { rows, totals, count, since } = await ask()
  expect(since).toBe(BEFORE)
  expect(count).toBe(2)
  expect(rows.map(({ tour, channel, currency, paid }) => [tour?.id ?? null, channel, currency, paid])).toEqual([
    [null, 'move', 'inr', '34800.00'],
    [TOUR, null, 'usd', '4360.00'],
  ])
  expect(totals.map(({ currency, paid, net }) => [currency, paid, net])).toEqual([
    ['inr', '34800.00', '34800.00'],
    ['usd', '4360.00', '2635.00'],
  ])
})

test('the fee of a payment is of its booking, that of the account of none', async () => {
  const payment = await db.selectFrom('payments').selectAll().where('provider_payment_id', 'is not', null).executeTakeFirstOrThrow()
  const entry = (id: string, type: string, fee: number, paymentId: string | null) => ({
    provider_entry_id: id,
    type,
    amount_cents: paymentId ? payment.amount_cents : -250,
    fee_cents: fee,
    currency: 'usd',
    payment_id: paymentId,
    created_at: site.deps.now(),
    available_at: site.deps.now(),
  })
  await db
    .insertInto('provider_entries')
    .values([entry('txn_1', 'charge', 3191, payment.id), entry('txn_2', 'stripe_fee', 0, null)])
    .execute()
  const [online, , , none] = await channels()
  expect([online?.endsWith('net 1545.00 fee 31.91'), none]).toEqual([true, 'none usd fee 2.50'])
})

test('by month and narrowed by channel, tour and name there is what was asked for; pages go on', async () => {
  const months = await ask({ by: 'month', from: BEFORE, channel: 'online' })
  expect(months.rows.map(({ month, tour, channel, revenue }) => [month, tour, channel, revenue])).toEqual([
    [NOW, null, null, '-90.00'],
    [BEFORE, null, null, '1090.00'],
  ])
  expect((await ask({ channel: 'move' })).rows.map(({ channel }) => channel)).toEqual(['move'])
  const [named] = (await ask({ search: 'TOKYO' })).rows
  expect((await ask({ tour: TOUR })).rows).toEqual([named])
  expect(await ask({ from: NOW, to: BEFORE })).toMatchObject({ rows: [], totals: [], count: 0, isGenerated: false })
  expect(await ask({ search: 'no such tour' })).toMatchObject({ rows: [], totals: [], count: 0 })
  expect((await ask({ search: '%' })).count).toBe(0)
  const all = await ask({ sort: 'name' })
  expect(all.rows).toHaveLength(3)
  const pages = await Promise.all([0, 1, 2, 3].map(async (after) => ask({ sort: 'name', limit: '1', after: String(after) })))
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
  for (const page of pages) expect(page).toMatchObject({ totals: all.totals, count: 3 })
})

test('the sums are the same whether they were added up, half made again or made again whole', async () => {
  const posted = await everything()
  await addUpRevenue(db)
  expect(await everything()).toEqual(posted)
  await Promise.all([addUpRevenue(db), addUpRevenue(db)])
  expect(await db.selectFrom('revenue_months').selectAll().execute()).toEqual([])
  const kept = db.selectFrom('revenue_rollups').selectAll().orderBy('month').orderBy('since_january').orderBy('is_total')
  const told = async () => (await kept.orderBy('tour_id').orderBy('channel').orderBy('currency').execute()).filter(isAnything)
  const rows = await told()
  await emptyRevenue(db)
  expect(await everything()).toEqual(posted)
  expect(await sumNextRevenue(db, 3)).toBe(true)
  expect(await everything()).toEqual(posted)
  await remakeRevenue(site.deps)
  expect(await everything()).toEqual(posted)
  expect(await told()).toEqual(rows)
})

test('the file has a row for each month, tour, channel and currency, and making it is audited', async () => {
  const { text, headers } = await manager.get(`${ledgerCalls.downloadRevenue.path}?from=2000-01&to=2200-12`)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="revenue-\d{4}-\d\d-\d\d-\d{6}\.csv"$/)
  const rows = text.trimEnd().split('\r\n')
  expect(rows[0]).toContain(
    '﻿"Month","Tour","Tour id","Channel","Currency","Revenue","Cancellation fees","Paid","Refunded","Dispute losses","Net","Processing fees","Generated"',
  )
  expect(rows[1]).toBe(`"${BEFORE}","Tokyo and Mount Fuji","${TOUR}","Booked online","usd","1090","0","0","0","0","0","0",""`)
  expect(rows).toHaveLength(6)
  expect(rows).toContain(`"${NOW}","","","Moves","inr","0","0","34800","0","0","34800","0",""`)
  const narrow = await manager.get(`${ledgerCalls.downloadRevenue.path}?from=${NOW}&to=${NOW}&channel=reservation`)
  expect(narrow.text.trimEnd().split('\r\n')).toHaveLength(2)
  const exported = db.selectFrom('audit_entries').select('after').where('action', '=', 'revenue.exported').orderBy('id')
  expect((await exported.execute()).map(({ after }) => after)).toEqual([
    { rows: 5, by_from: '2000-01', by_to: '2200-12' },
    { rows: 1, by_from: NOW, by_to: NOW, by_channel: 'reservation' },
  ])
})

test('staff see no revenue', async () => {
  const staff = await createStaff(site)
  const query = `?from=${NOW}&to=${NOW}`
  expect((await staff.get(ledgerCalls.getRevenue.path + query)).status).toBe(403)
  expect((await staff.get(ledgerCalls.downloadRevenue.path + query)).status).toBe(403)
})
