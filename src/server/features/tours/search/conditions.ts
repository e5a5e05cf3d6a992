import { sql, type RawBuilder } from 'kysely'
import { addDays, daysBetween, type Day } from '#shared/dates.ts'
import { unitsToCents } from '#shared/money.ts'
import { rangeOf, type DayRange } from '#shared/months.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { TourSearch } from './search-text.ts'
import type { Meaning } from './words.ts'

/** Writes a value as a parameter, so that one plan serves all searches of its kind, or as a literal where the best plan depends on it. */
export type Written = (value: string | number) => RawBuilder<unknown>
export const asParameter: Written = (value) => sql`${value}`
export const asLiteral: Written = (value) => sql.lit(value)

/** The columns of conditions and orders; spelled out, because only then is a statement prepared (`lib/preparing-client.ts`). */
export const LOOKED_AT = sql.raw(
  'id, position, is_active, search, name_words, kind_words, duration, max_people, base_price_cents, full_refund_days, run_weekdays, run_dates, run_rules, sale_ends, sale_ends_days_before, sale_ends_zone, rating_sum, rating_count',
)

/** The leading tours of the list that are examined one by one: all of them, for most agencies. */
export const HEAD = 10_000

/** `today` is the agency's at that moment. */
export interface Clock {
  today: Day
  now: Date
}

/** Returns whether the day, month or span can be booked at all. Yesterday counts, because it is not over everywhere. */
export function isOnSale(search: TourSearch, today: Day): boolean {
  const { day } = search
  if (spansOf(search, today).some(({ days }) => days === 0)) return false
  return day === undefined || (day >= addDays(today, -1) && day <= lastTravelDay(today))
}

/** Clocks differ by a day at most, and a sale may end on the day before. */
const DAYS_TO_LEAVE = 2

/** Only a sale ending by local clocks makes a departure leave. */
function hasLeft(day: RawBuilder<unknown>, now: Date, as: Written): RawBuilder<boolean> {
  const at = sql`${as(now.toISOString())}::timestamptz`
  return sql`(sale_ends is not null and sale_ends_at(${day}, sale_ends, sale_ends_days_before, sale_ends_zone) <= ${at})`
}

/** A day that is over at the agency is on sale only where the sale ends by other clocks. */
function isSold(day: Day, { today, now }: Clock, as: Written): RawBuilder<unknown>[] {
  if (day > addDays(today, DAYS_TO_LEAVE)) return []
  const left = hasLeft(sql`${as(day)}::date`, now, as)
  return [day < today ? sql`(sale_ends is not null and not ${left})` : sql`not ${left}`]
}

/** Conditions on the tour itself. */
export function tourConditions(search: TourSearch, meanings: readonly Meaning[], clock: Clock, as: Written): RawBuilder<unknown>[] {
  const { duration, durations, guests = 1, day, highestPrice, isFreeToCancel } = search
  const { today } = clock
  const conditions = [sql`is_active`]
  const words = meanings.map((lexemes) => `(${lexemes.join(' | ')})`).join(' & ')
  if (words !== '') conditions.push(sql`search @@ ${as(words)}::tsquery`)
  if (duration !== undefined) conditions.push(sql`duration = ${as(duration)}`)
  if (durations) conditions.push(lastsAbout(durations, as))
  if (guests > 1) conditions.push(sql`max_people >= ${as(guests)}`)
  if (highestPrice !== undefined) conditions.push(sql`base_price_cents <= ${as(unitsToCents(highestPrice))}`)
  if (isFreeToCancel) conditions.push(givesAllBack(day ?? spansOf(search, today)[0]?.last, clock, as))
  if (day !== undefined) conditions.push(departsOn(sql`${as(day)}::date`))
  return conditions
}

function lastsAbout({ from, to, orSays }: NonNullable<TourSearch['durations']>, as: Written): RawBuilder<unknown> {
  const lasts = sql`duration between ${as(from)} and ${as(to)}`
  return orSays === undefined ? lasts : sql`(${lasts} or search @@ ${as(orSays)}::tsquery)`
}

/** Conditions on its departures. */
export function seatConditions(search: TourSearch, clock: Clock, as: Written): RawBuilder<unknown>[] {
  const { guests = 1, day } = search
  return [
    ...(day === undefined ? [] : [...isSold(day, clock, as), sql`${fullDays(day, day, guests, as)} = 0`]),
    ...spansOf(search, clock.today).map((span) => anyDayIn(span, guests, clock, as)),
  ]
}

/** Cancelling today, where the tour counts its days, refunds in full (`calculateRefund`): on `day`, or ever. */
function givesAllBack(day: Day | undefined, { today, now }: Clock, as: Written): RawBuilder<unknown> {
  if (day === undefined) return sql`full_refund_days > 0`
  const there = sql`(${as(now.toISOString())}::timestamptz at time zone sale_ends_zone)::date`
  // The range allows a day more for clocks behind the agency's; the second condition is exact.
  return sql`full_refund_days between 1 and ${as(daysBetween(today, day) + 1)}
    and full_refund_days <= ${as(day)}::date - coalesce(${there}, ${as(today)}::date)`
}

/** Counts the days, both included, with fewer than `guests` seats left or blocked by staff. A day without a row has all its seats. */
function fullDays(first: Day, last: Day, guests: number, as: Written): RawBuilder<number> {
  return sql`(select count(*) from departures where tour_id = tours.id
    and departs_on between ${as(first)}::date and ${as(last)}::date
    and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))`
}

/** Counts full days in one index scan for a daily tour, and examines each day of any other. */
function anyDayIn({ first, last, days }: SpanOnSale, guests: number, { today, now }: Clock, as: Written): RawBuilder<unknown> {
  const mayHaveLeft = first <= addDays(today, DAYS_TO_LEAVE)
  const [neverLeft, isThere] = mayHaveLeft
    ? [sql`and sale_ends is null`, sql`and not ${hasLeft(sql`each::date`, now, as)}`]
    : [sql``, sql``]
  return sql`case when run_weekdays = 127 and run_dates is null and run_rules is null ${neverLeft} then ${fullDays(first, last, guests, as)} < ${as(days)}
    else exists (
      select from generate_series(${as(first)}::date, ${as(last)}::date, interval '1 day') as each
      where ${departsOn(sql`each::date`)} ${isThere} and not exists (
        select from departures where tour_id = tours.id and departs_on = each::date
        and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))) end`
}

function departsOn(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`departs_on_day(run_weekdays, run_dates, run_rules, ${day})`
}

/** A range of which any day will do. */
interface SpanOnSale {
  first: Day
  last: Day
  /** 0 when it is over or too far ahead. */
  days: number
}

/** Returns the bookable part of the month and span asked for. */
export function spansOf({ month, span }: TourSearch, today: Day): SpanOnSale[] {
  return [month && monthOf(month, today), span].flatMap((asked) => (asked ? [onSale(asked, today)] : []))
}

function monthOf({ month, year }: NonNullable<TourSearch['month']>, today: Day): DayRange {
  const isOver = month < Number(today.slice(5, 7))
  const named = year ?? Number(today.slice(0, 4)) + (isOver ? 1 : 0)
  return rangeOf(`${String(named).padStart(4, '0')}-${String(month).padStart(2, '0')}`)
}

function onSale({ from, to }: DayRange, today: Day): SpanOnSale {
  const first = from < today ? today : from
  const lastOnSale = lastTravelDay(today)
  const last = to > lastOnSale ? lastOnSale : to
  return { first, last, days: Math.max(daysBetween(first, last) + 1, 0) }
}
