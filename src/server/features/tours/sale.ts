import type { Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { firstDayOnSale, hasLeft, saleEndedText, type SaleEnd } from '#shared/tours/sale-ends.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { daysAfter, daysOnSale, refuseDayOff, refuseUnsoldDay } from '#server/lib/travel-days.ts'
import { findOptionDay, findOptionMonth } from './departures/option-seats.ts'
import { findOfferedTour, type OfferedTour } from './offered-tours.ts'
import { findMonthSeats, findSeatsLeft } from './seats.ts'
import { RUN_COLUMNS, SALE_COLUMNS, toRuns, toSaleEnd } from './tour-rows.ts'

/** The seats left on a day, and in a month. With an option those of the option. */
export function seatCalls({ read }: Serving, deps: Deps): void {
  read(getSeats, async ({ db, params: { id }, query: { date, optionId }, request }) => {
    const userId = deps.auth.identify(request)?.userId
    if (optionId !== undefined) return findOptionDay(deps, await findOfferedTour(db, id), optionId, date, userId)
    const season = await findSeason(db, id)
    refuseUnsoldDay(deps, date, 'date', season?.saleEnd)
    if (!season) throw notFound('Tour')
    const { saleEnd } = season
    refuseDayOff(deps, season, date, 'date')
    const timeZone = saleEnd?.timeZone ?? deps.config.AGENCY_TIME_ZONE
    const seats = await findSeatsLeft(db, id, date, userId)
    if (!seats) throw notFound('Tour')
    if (!hasLeft(saleEnd, date, deps.now())) return { date, timeZone, ...seats }
    const next = await findNextOnSale(db, { id, saleEnd, now: deps.now() }, daysAfter(deps, date), 1)
    return { date, timeZone, ...seats, seatsLeft: 0, hasLeft: true, ...(next !== undefined && { next }) }
  })

  read(listMonthSeats, async ({ db, params: { id }, query: { month, optionId }, request }) => {
    const userId = deps.auth.identify(request)?.userId
    if (optionId !== undefined) {
      return { month, days: await findOptionMonth(deps, await findOfferedTour(db, id), optionId, month, userId) }
    }
    const season = await findSeason(db, id)
    const saleEnd = season?.saleEnd ?? null
    const days = season && (await findMonthOnSale(db, { id, saleEnd, now: deps.now() }, daysOnSale(deps, month, saleEnd), userId))
    if (!days) throw notFound('Tour')
    return { month, days }
  })
}

interface TourSeason {
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/** Returns undefined unless the tour is active. */
async function findSeason(db: Database, tourId: string): Promise<TourSeason | undefined> {
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
async function findMonthOnSale(
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
async function findNextOnSale(
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
