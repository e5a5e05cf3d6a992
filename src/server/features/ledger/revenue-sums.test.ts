import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { RevenueFilters, RevenueQuery } from '#shared/ledger/revenue.ts'
import { centsToDecimal } from '#shared/money.ts'
import { addMonths, type Month } from '#shared/months.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { reserve } from '../../../../tests/support/reservations.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import {
  addUpRevenue,
  emptyRevenue,
  sumNextRevenue,
  compareRevenue,
  remakeRevenue,
  listUnevenMonths,
} from '#server/features/ledger/revenue-sums.ts'
import { listRevenueOf, readRevenue } from '#server/features/ledger/revenue.ts'

// Without the checks that follow each test of money elsewhere: here is posted what no booking says, and sums are spoilt.
const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps

let state = 20_261_127
/** The same in each run. */
const random = {
  next: () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647,
  int: (low: number, high: number) => low + Math.floor(random.next() * (high - low + 1)),
  pick: <T>(list: readonly T[]): T => list[random.int(0, list.length - 1)] as T,
  chance: (probability: number) => random.next() < probability,
}

const FIRST = '2024-09'
const MONTHS = 28
const MOVED = [
  ['travelled', 'revenue'],
  ['cancelled', 'cancellation_fees'],
  ['received', 'provider_clearing'],
  ['refund_paid', 'refunds_payable'],
  ['dispute_lost', 'dispute_losses'],
  ['provider_fee', 'provider_fees'],
] as const
const FIGURES = ['revenue', 'kept', 'paid', 'refunded', 'lost', 'fee'] as const

/** Bookings of two tours and two channels, and none. */
async function bookings(): Promise<(string | null)[]> {
  const staff = await createStaff(site, 'manager')
  const { id: tourId, base_price_cents: totalCents } = await db
    .selectFrom('tours')
    .select(['id', 'base_price_cents'])
    .where('id', 'like', 'kyoto%')
    .executeTakeFirstOrThrow()
  const online = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const ours = await reserve(site, staff, nextDay(), { payBy: 'cash' })
  const other = await reserve(site, staff, nextDay(), { payBy: 'cash', tourId, totalCents })
  return [online.id, ours.bookingId, other.bookingId, null]
}

async function post(count: number, of: (string | null)[]): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const day = `${addMonths(FIRST, random.int(0, MONTHS - 1))}-${random.pick(['01', '15', '28'])}`
    const [kind, account] = random.pick(MOVED)
    const [booking, cents, currency] = [random.pick(of), random.int(-500_000, 900_000), random.pick(['usd', 'eur'])]
    const line = (name: string, amount: number) => sql`row(${name}, ${amount}, ${currency}, ${booking}, null, null)`
    await sql`select post_entry(${kind}, ${randomUUID()}, 'test', ${day}::date, now(), ${random.chance(0.2)},
      array[${line(account, cents)}, ${line('suspense', -cents)}]::posting_line[])`.execute(db)
  }
}

interface Posted {
  month: Month
  tour_id: string | null
  name: string | null
  channel: string
  currency: string
  is_generated: boolean
  cents: Record<(typeof FIGURES)[number], number>
}

async function readPosted(): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select to_char(month, 'YYYY-MM') as month, tour_id, (select name from tours where id = tour_id) as name, channel, currency, is_generated,
      json_build_object('revenue', revenue_cents, 'kept', kept_cents, 'paid', paid_cents, 'refunded', refunded_cents, 'lost', lost_cents,
        'fee', fee_cents) as cents
    from revenue_postings`.execute(db)
  return rows.filter(({ cents }) => Object.values(cents).some((each) => each !== 0))
}

/** Sums postings by what a row says, each as a line of text. */
function linesOf(posted: Posted[], said: (row: Posted) => unknown[]): string[] {
  return [...Map.groupBy(posted, (row) => said(row).join(' '))]
    .map(([key, rows]) => [key, FIGURES.map((name) => rows.reduce((sum, { cents }) => sum + cents[name], 0))] as const)
    .filter(([, sums]) => sums.some((each) => each !== 0))
    .map(([key, sums]) => `${key}: ${sums.map((cents) => centsToDecimal(cents)).join(' ')}`)
    .toSorted()
}

/** Asks for random months in each way, and compares all that is told with the postings. */
async function expectPosted(): Promise<void> {
  const posted = await readPosted()
  const from = addMonths(FIRST, random.int(-3, MONTHS))
  const to = addMonths(from, random.pick([0, 0, 1, 5, 11, 11, 12, 17, 24, 30]))
  const filters: RevenueFilters = {
    ...random.pick([{}, {}, { tour: TOUR }, { search: 'tokyo' }]),
    ...(random.chance(0.2) && { channel: 'reservation' as const }),
    from,
    to,
  }
  const asked = posted.filter(
    ({ month, tour_id: tour, channel }) =>
      month >= from && month <= to && (!(filters.tour ?? filters.search) || tour === TOUR) && channel === (filters.channel ?? channel),
  )
  for (const by of ['tour', 'month', 'channel'] as const) {
    const query: RevenueQuery = { ...filters, by, sort: random.pick(['revenue', 'name']), limit: 1000, after: 0 }
    const { rows, totals, count, isGenerated } = await readRevenue(db, query)
    const said = {
      tour: ({ tour_id: tour, channel }: Posted) => [tour ?? channel],
      month: ({ month }: Posted) => [month],
      channel: ({ channel }: Posted) => [channel],
    }[by]
    const told = rows.map(
      (row) => `${row.month ?? row.tour?.id ?? row.channel} ${row.currency}: ${FIGURES.map((name) => row[name]).join(' ')}`,
    )
    const what = JSON.stringify(query)
    expect(told.toSorted(), what).toEqual(linesOf(asked, (row) => [...said(row), row.currency]))
    expect(
      totals.map((row) => `${row.currency}: ${FIGURES.map((name) => row[name]).join(' ')}`),
      what,
    ).toEqual(linesOf(asked, ({ currency }) => [currency]))
    expect([count, isGenerated], what).toEqual([rows.length, asked.some((row) => row.is_generated)])
  }
  const file = await listRevenueOf(db, from, filters)
  expect(file.map(({ tourId, channel, currency, isGenerated }) => `${tourId} ${channel} ${currency} ${isGenerated}`).toSorted()).toEqual(
    linesOf(
      asked.filter(({ month }) => month === from),
      (row) => [String(row.tour_id), row.channel, row.currency, row.is_generated],
    ).map((line) => line.split(':')[0]),
  )
}

/** What a process of the version before does to add up. */
async function addUpAsBefore(): Promise<void> {
  await sql`
    with noted as (delete from revenue_months where not is_added_up returning *)
    insert into revenue_months (month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents,
        lost_cents, fee_cents, is_added_up)
      select month, tour_id, channel, currency, is_generated, sum(revenue_cents), sum(kept_cents), sum(paid_cents), sum(refunded_cents),
        sum(lost_cents), sum(fee_cents), true
      from noted group by 1, 2, 3, 4, 5
    on conflict (month, tour_id, channel, currency, is_generated) where is_added_up do update set
      revenue_cents = revenue_months.revenue_cents + excluded.revenue_cents, kept_cents = revenue_months.kept_cents + excluded.kept_cents,
      paid_cents = revenue_months.paid_cents + excluded.paid_cents, refunded_cents = revenue_months.refunded_cents + excluded.refunded_cents,
      lost_cents = revenue_months.lost_cents + excluded.lost_cents, fee_cents = revenue_months.fee_cents + excluded.fee_cents`.execute(db)
}

test('of any months the revenue is that of the postings, whatever of it was added up, by whom, or is being made again', async () => {
  const of = await bookings()
  const steps = [
    async () => addUpRevenue(db, random.int(1, 9)),
    async () => addUpRevenue(db),
    addUpAsBefore,
    async () => emptyRevenue(db),
    async () => sumNextRevenue(db, random.int(1, 20)),
    async () => remakeRevenue(site.deps),
    async () => Promise.all([addUpRevenue(db, 5), post(3, of), remakeRevenue(site.deps), post(3, of)]),
  ]
  for (let round = 0; round < 25; round += 1) {
    await post(random.int(0, 12), of)
    await expectPosted()
    await random.pick(steps)()
    await expectPosted()
    if (round % 5 === 0) expect(await listUnevenMonths(db)).toEqual([])
  }
  // Processes of the version before read this view.
  const { rows } = await sql`
    select month, tour_id, channel, currency from (
      select month, tour_id, channel, currency, revenue_cents as cents from revenue_sums
      union all select month, tour_id, channel, currency, -revenue_cents from revenue_postings) as sides
    group by month, tour_id, channel, currency having sum(cents) <> 0`.execute(db)
  expect(rows).toEqual([])
})

test('a kept sum that is not as posted opens one task, also one of all tours together, until all are made again', async () => {
  await remakeRevenue(site.deps)
  const opened = async () => {
    await db.deleteFrom('tasks').where('subject', '=', 'ledger revenue').execute()
    await compareRevenue(site.deps)
    await compareRevenue(site.deps)
    return (await db.selectFrom('tasks').select('cause').where('subject', '=', 'ledger revenue').execute()).map(({ cause }) => cause)
  }
  expect(await opened()).toEqual([])
  const raise = async (sinceJanuary: boolean, isTotal: boolean, column: string, by: number) => {
    await sql`insert into revenue_rollups values ('2025-05-01', ${sinceJanuary}, ${isTotal}, null, 'none', 'usd', false, 0, 0, 0, 0, 0, 0)
      on conflict do nothing`.execute(db)
    await sql`update revenue_rollups set ${sql.ref(column)} = ${sql.ref(column)} + ${by} where month = '2025-05-01'
      and since_january = ${sinceJanuary} and is_total = ${isTotal} and channel = 'none' and currency = 'usd' and not is_generated`.execute(
      db,
    )
  }
  const columns = ['revenue_cents', 'kept_cents', 'paid_cents', 'refunded_cents', 'lost_cents', 'fee_cents']
  for (const [index, column] of columns.entries()) {
    const [sinceJanuary, isTotal] = [index % 2 === 0, index % 4 < 2]
    await raise(sinceJanuary, isTotal, column, 1)
    // What came since January is also where June begins.
    expect(await listUnevenMonths(db), column).toEqual(sinceJanuary ? ['2025-05', '2025-06'] : ['2025-05'])
    await raise(sinceJanuary, isTotal, column, -1)
  }
  await db.deleteFrom('revenue_rollups').where('month', '=', '2025-12-01').where('since_january', '=', true).execute()
  expect(await opened()).toEqual([expect.stringContaining('2025-12')])
  await remakeRevenue(site.deps)
  expect(await opened()).toEqual([])
})
