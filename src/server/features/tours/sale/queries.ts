import type { Day } from '#shared/dates.ts'
import type { DaySeats } from '#shared/month-seats.ts'
import type { DayRange } from '#shared/months.ts'
import { firstDayOnSale, type SaleEnd } from '#shared/sale-ends.ts'
import type { TourRuns } from '#shared/tour-runs.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { RUN_COLUMNS, toRuns } from '../run-days.ts'
import { SALE_COLUMNS, toSaleEnd } from '../sale-ends.ts'
import { findMonthSeats } from '../departures/queries.ts'

/** When an active tour departs, and until when its departures are sold. */
export interface TourSeason {
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/** Returns the season of an active tour; undefined when there is no such tour. */
export async function findSeason(db: Database, tourId: string): Promise<TourSeason | undefined> {
  const row = await db
    .selectFrom('tours')
    .select([...RUN_COLUMNS, ...SALE_COLUMNS])
    .where('id', '=', tourId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row && { runs: toRuns(row), saleEnd: toSaleEnd(row) }
}

/** A tour, and the moment at which its departures are looked at. */
interface Sale {
  id: string
  saleEnd: SaleEnd | null
  now: Date
}

/** Returns what `findMonthSeats` does, without the seats of departures that have left. */
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

/** Returns the next day on which so many seats of an active tour can be booked; undefined without any up to the last day of the range. */
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
