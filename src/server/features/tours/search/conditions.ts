import { sql, type RawBuilder } from 'kysely'
import { daysBetween, type Day } from '#shared/dates.ts'
import { unitsToCents } from '#shared/money.ts'
import { rangeOf } from '#shared/months.ts'
import { lastTravelDay } from '#shared/travel-days.ts'
import type { TourSearch } from '../search-text.ts'
import type { Meaning } from './words.ts'

/**
 * How a value stands in a statement: as a parameter, where the way to the tours is always the same and the statement is planned once
 * for all searches of its kind; or written out, where the best way depends on it.
 */
export type Written = (value: string | number) => RawBuilder<unknown>
export const asParameter: Written = (value) => sql`${value}`
export const asLiteral: Written = (value) => sql.lit(value)

/** Whether the day or month that is asked for can be booked at all. */
export function isOnSale({ day, month }: TourSearch, today: Day): boolean {
  if (month !== undefined && monthOf(month, today).days === 0) return false
  return day === undefined || (day >= today && day <= lastTravelDay(today))
}

/** What a tour tells by itself. */
export function tourConditions(search: TourSearch, meanings: readonly Meaning[], today: Day, as: Written): RawBuilder<unknown>[] {
  const { duration, durations, guests = 1, day, month, highestPrice, isFreeToCancel } = search
  const conditions = [sql`is_active`]
  const words = meanings.map((lexemes) => `(${lexemes.join(' | ')})`).join(' & ')
  if (words !== '') conditions.push(sql`search @@ ${as(words)}::tsquery`)
  if (duration !== undefined) conditions.push(sql`duration = ${as(duration)}`)
  if (durations) conditions.push(lastsAbout(durations, as))
  if (guests > 1) conditions.push(sql`max_people >= ${as(guests)}`)
  if (highestPrice !== undefined) conditions.push(sql`base_price_cents <= ${as(unitsToCents(highestPrice))}`)
  if (isFreeToCancel) conditions.push(givesAllBack(day ?? (month && monthOf(month, today).last), today, as))
  if (day !== undefined) conditions.push(departsOn(sql`${as(day)}::date`))
  return conditions
}

function lastsAbout({ from, to, orSays }: NonNullable<TourSearch['durations']>, as: Written): RawBuilder<unknown> {
  const lasts = sql`duration between ${as(from)} and ${as(to)}`
  return orSays === undefined ? lasts : sql`(${lasts} or search @@ ${as(orSays)}::tsquery)`
}

/** What its departures are asked for. */
export function seatConditions({ guests = 1, day, month }: TourSearch, today: Day, as: Written): RawBuilder<unknown>[] {
  return [
    ...(day === undefined ? [] : [sql`${fullDays(day, day, guests, as)} = 0`]),
    ...(month === undefined ? [] : [anyDayIn(monthOf(month, today), guests, as)]),
  ]
}

/** Whether cancelling today gives everything back (`calculateRefund`): for a departure on that day, or at all. */
function givesAllBack(day: Day | undefined, today: Day, as: Written): RawBuilder<unknown> {
  if (day === undefined) return sql`full_refund_days > 0`
  return sql`full_refund_days between 1 and ${as(daysBetween(today, day))}`
}

/** The number of days, both included, on which a tour has fewer seats left than that, or is blocked by staff. A day without a departure has them all. */
function fullDays(first: Day, last: Day, guests: number, as: Written): RawBuilder<number> {
  return sql`(select count(*) from departures where tour_id = tours.id
    and departs_on between ${as(first)}::date and ${as(last)}::date
    and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))`
}

/** Of a tour that departs daily the full days are counted, which one reading of an index tells; of any other each of its days is looked at. */
function anyDayIn({ first, last, days }: { first: Day; last: Day; days: number }, guests: number, as: Written): RawBuilder<unknown> {
  return sql`case when run_weekdays = 127 and run_dates is null then ${fullDays(first, last, guests, as)} < ${as(days)}
    else exists (
      select from generate_series(${as(first)}::date, ${as(last)}::date, interval '1 day') as each
      where ${departsOn(sql`each::date`)} and not exists (
        select from departures where tour_id = tours.id and departs_on = each::date
        and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))) end`
}

function departsOn(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`departs_on_day(run_weekdays, run_dates, ${day})`
}

/** Returns the days of a month that are on sale; none for a month that is over or too far ahead. */
function monthOf({ month, year }: NonNullable<TourSearch['month']>, today: Day): { first: Day; last: Day; days: number } {
  const isOver = month < Number(today.slice(5, 7))
  const named = year ?? Number(today.slice(0, 4)) + (isOver ? 1 : 0)
  const { from, to } = rangeOf(`${String(named).padStart(4, '0')}-${String(month).padStart(2, '0')}`)
  const first = from < today ? today : from
  const lastOnSale = lastTravelDay(today)
  const last = to > lastOnSale ? lastOnSale : to
  return { first, last, days: Math.max(daysBetween(first, last) + 1, 0) }
}
