import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { runDaysSchema, runsOn, weekdayOf, type RunDays } from '#shared/run-days.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { duplicateTour, editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { createBuyer, inDays, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db } = site.deps
const FIRST = '2026-12-20'
const SPAN = 800
const DAILY = [1, 2, 3, 4, 5, 6, 7]

const day = fc.integer({ min: 0, max: SPAN }).map((at) => addDays(FIRST, at))
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
const season = fc.oneof(
  fc.constant({}),
  fc.record({ from: day, to: day }, { requiredKeys: [] }).map(({ from, to }) => ({
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to: from !== undefined && to < from ? from : to }),
  })),
  fc.tuple(day, day).map(([from, to]) => ({ from: from.slice(5), to: to.slice(5) })),
)
const rule = fc.tuple(weekdays, season).map(([days, within]) => ({ weekdays: days, ...within }))
const runDays = fc
  .record({ rules: fc.array(rule, { maxLength: 3 }), also: fc.array(day, { maxLength: 3 }), except: fc.array(day, { maxLength: 3 }) })
  .map((typed) => runDaysSchema.parse(typed))

async function daysInDatabase(rules: RunDays): Promise<Day[]> {
  const { rows } = await sql<{ days: Day[] }>`
    select array(select at::date::text from generate_series(${FIRST}::date, ${addDays(FIRST, SPAN)}::date, interval '1 day') as at
      where departs_on_day(127::smallint, array[${FIRST}::date], ${JSON.stringify(rules)}::jsonb, at::date)) as days`.execute(db)
  return rows[0]?.days ?? []
}

test('the database has the same days for any rules', async () => {
  const all = Array.from({ length: SPAN + 1 }, (_, at) => addDays(FIRST, at))
  await fc.assert(
    fc.asyncProperty(runDays, async (rules) => {
      expect(await daysInDatabase(rules)).toEqual(all.filter((each) => runsOn(rules, each)))
    }),
    { numRuns: 60 },
  )
})

async function daysForOlder(): Promise<Day[]> {
  const { rows } = await sql<{ days: Day[] }>`select run_dates::text[] as days from tours where id = ${TOUR}`.execute(db)
  return rows[0]?.days ?? []
}

async function runOnly(runs: TourRuns): Promise<StaffTourDetails> {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  const changed = await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, runs } })
  expect(changed.status).toBe(200)
  return changed.json
}

async function savedRuns(): Promise<TourRuns> {
  return ((await (await createStaff(site, 'manager')).get(pathOf(getStaffTour, { id: TOUR }))).json as StaffTourDetails).fields.runs
}

const from = inDays(site, 200)
const weekly: TourRuns = { kind: 'rules', rules: [{ weekdays: [weekdayOf(from)], from, to: addDays(from, 20) }], also: [], except: [] }

test('a process that does not know of rules sells the same days, and days that it writes count', async () => {
  await runOnly({ ...weekly, also: [addDays(from, 1)], except: [addDays(from, 7)] })
  expect(await daysForOlder()).toEqual([from, addDays(from, 1), addDays(from, 14)])
  await db.updateTable('tours').set({ name: 'Tokyo anew' }).where('id', '=', TOUR).execute()
  expect((await savedRuns()).kind).toBe('rules')
  // As an older process writes it.
  await db
    .updateTable('tours')
    .set({ run_weekdays: 127, run_dates: [from] })
    .where('id', '=', TOUR)
    .execute()
  expect(await savedRuns()).toEqual({ kind: 'dates', dates: [from] })
  await runOnly({ kind: 'rules', rules: [{ weekdays: DAILY, to: '2020-01-01' }], also: [], except: [] })
  expect(await daysForOlder()).toEqual(['2000-01-01'])
})

test('the seats of a month are those of the days by rule', async () => {
  const buyer = await createBuyer(site)
  await runOnly({ ...weekly, except: [addDays(from, 7)] })
  const months = [...new Set([from, addDays(from, 7), addDays(from, 14)].map((each) => each.slice(0, 7)))]
  const days = []
  for (const month of months) days.push(...(await buyer.get(`${pathOf(listMonthSeats, { id: TOUR })}?month=${month}`)).json.days)
  expect(days.map(({ date }: { date: Day }) => date)).toEqual([from, addDays(from, 14)])
})

test('a copy keeps the rules and leaves out dates, which belong to the original', async () => {
  await runOnly({ ...weekly, also: [from], except: [addDays(from, 7)] })
  const manager = await createStaff(site, 'manager')
  const copy = (await manager.post(pathOf(duplicateTour, { id: TOUR }))).json as StaffTourDetails
  expect(copy.fields.runs).toEqual(weekly)
})

test('rules without any day are refused where they are wrong', async () => {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  const put = async (runs: TourRuns) =>
    (await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, runs } })).json.issues
  expect(await put({ kind: 'rules', rules: [], also: [], except: [] })).toMatchObject([{ path: 'fields.runs.rules' }])
  expect(await put({ ...weekly, rules: [{ weekdays: [1], from: '05-01' }] })).toMatchObject([{ path: 'fields.runs.rules.0.to' }])
})
