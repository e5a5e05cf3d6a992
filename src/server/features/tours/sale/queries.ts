import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import type { DayRange } from '#shared/months.ts'
import { firstDayOnSale, saleEndedText, type SaleEnd } from '#shared/tours/sale-ends.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { daysAfter } from '#server/lib/travel-days.ts'
import { RUN_COLUMNS, SALE_COLUMNS, toRuns, toSaleEnd } from '../tour-rows.ts'
import type { OfferedTour } from '../queries.ts'

export interface TourSeason {
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/** Returns undefined unless the tour is active. */
export async function findSeason(db: Database, tourId: string): Promise<TourSeason | undefined> {
  const row = await db
    .selectFrom('tours')
    .select([...RUN_COLUMNS, ...SALE_COLUMNS])
    .where('id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row && { runs: toRuns(row), saleEnd: toSaleEnd(row) }
}

/** `now` is the moment for which departures are checked. */
interface Sale {
  id: string
  saleEnd: SaleEnd | null
  now: Date
}

/** Like `findMonthSeats`, without departures that have already left. */
export async function findMonthOnSale(
  db: Database,
  { id, saleEnd, now }: Sale,
  range: DayRange,
  userId?: string,
): Promise<DaySeats[] | undefined> {
  const days = await findMonthSeats(db, id, range, userId)
  const first = firstDayOnSale(saleEnd, range.from, now)
  return days?.map((each) => (each.date < first ? { ...each, seatsLeft: 0, hasLeft: true } : each))
}

/** Returns the next day in the range with that many seats left, or undefined if there is none. */
export async function findNextOnSale(
  db: Database | Trx,
  { id, saleEnd, now }: Sale,
  { from, to }: DayRange,
  seats: number,
): Promise<Day | undefined> {
  const first = firstDayOnSale(saleEnd, from, now)
  const days = await findMonthSeats(db, id, { from: first > from ? first : from, to })
  return days?.find(({ seatsLeft }) => seatsLeft >= seats)?.date
}

/** The error for a departure that does not take place or that staff have taken off sale. */
export function notOnSale(): AppError {
  const message = 'This tour doesn’t run on that date. Please choose another date.'
  return new AppError('sold_out', message, { issues: [{ path: 'totalGuests', message }] })
}

/** The error for a departure whose sale has ended, naming the next one with enough seats. `more` suggests an alternative. */
export async function departureLeft(deps: Deps, trx: Trx, tour: OfferedTour, day: Day, guests: number, more = ''): Promise<AppError> {
  const { id, destination, saleEnd } = tour
  if (!saleEnd) throw new Error(`No time closes the departures of ${id}.`)
  const next = await findNextOnSale(trx, { id, saleEnd, now: deps.now() }, daysAfter(deps, day), guests)
  const message = `${saleEndedText(saleEnd, destination, day, next)}${more}`
  return new AppError('departure_left', message, { issues: [{ path: 'travelDate', message }] })
}

export function soldOut(left: number, startTime: string | null = null): AppError {
  const [at, other] = startTime === null ? ['on that date', 'date'] : [`at ${startTime} on that date`, 'time or date']
  const message =
    left === 0
      ? `This tour is sold out ${at}. Please choose another ${other}.`
      : `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left ${at}.`
  return new AppError('sold_out', message, { issues: [{ path: 'totalGuests', message }] })
}

/**
 * Returns the days on which an active tour departs, with the seats left, or undefined if there is no such tour. As in
 * `findSeatsLeft`, seats that `userId` holds unpaid count as left for that person.
 */
export async function findMonthSeats(
  db: Database | Trx,
  tourId: string,
  { from, to }: DayRange,
  userId = '',
): Promise<DaySeats[] | undefined> {
  const { rows } = await sql<{ days: DaySeats[] }>`
    select array(
      select jsonb_build_object('date', day, 'seatsLeft', greatest(0,
        case when blocked_at is null then coalesce(capacity, max_people) else 0 end - coalesce(seats_taken, 0) + coalesce(own.guests, 0)))
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
      left join departures on departures.tour_id = tours.id and departs_on = day and departs_on between ${from} and ${to}
      left join (
        select departs_on as day, sum(guests) as guests from bookings join tour_bookings on booking_id = bookings.id
        where user_id = ${userId} and status = 'pending' and slot_id is null and tour_id = ${tourId} and departs_on between ${from} and ${to}
        group by departs_on) as own using (day)
      where departs_on_day(run_weekdays, run_dates, run_rules, day)
      order by day) as days
    from tours where id = ${tourId} and is_active`.execute(db)
  return rows[0]?.days
}
