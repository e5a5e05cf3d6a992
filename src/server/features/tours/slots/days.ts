import type { Day } from '#shared/dates.ts'
import type { Month } from '#shared/months.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { SeatsResponse } from '#shared/tours/public.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { daysAfter, daysOnSale, refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import type { OfferedTour } from '../queries.ts'
import { listExtrasLeft, listOptionSeats } from './seats-left.ts'

/** Answers seats?optionId= for a day. Throws 404 for a tour or option that is not offered, and what a day is refused for. */
export async function findOptionDay(
  deps: Deps,
  offered: OfferedTour | undefined,
  optionId: string,
  date: Day,
  userId?: string,
): Promise<SeatsResponse> {
  const { db, now } = deps
  const { tour, option } = optionOf(offered, optionId)
  const { selling } = tour
  refusePastDay(deps, date, 'date', selling)
  refuseTooFarAhead(deps, date, 'date')
  refuseDayOff(deps, { runs: option.runs ?? tour.runs, saleEnd: tour.saleEnd }, date, 'date')
  const who = { userId, now: now() }
  const [day] = await listOptionSeats(db, tour, option, { from: date, to: date }, who)
  if (!day) throw notFound('Departure')
  const seats = {
    date,
    timeZone: selling.timeZone,
    maxPeople: tour.max_people,
    seatsLeft: day.seatsLeft,
    times: day.times,
    extras: await listExtrasLeft(db, tour.id, selling, date),
  }
  if (!day.hasLeft) return seats
  const later = await listOptionSeats(db, tour, option, daysAfter(deps, date), who)
  const next = later.find(({ seatsLeft }) => seatsLeft > 0)?.date
  return { ...seats, hasLeft: true, ...(next !== undefined && { next }) }
}

/** Answers month-seats?optionId=. Throws 404 for a tour or option that is not offered. */
export async function findOptionMonth(
  deps: Deps,
  offered: OfferedTour | undefined,
  optionId: string,
  month: Month,
  userId?: string,
): Promise<DaySeats[]> {
  const { tour, option } = optionOf(offered, optionId)
  const range = daysOnSale(deps, month, tour.selling)
  return range.from > range.to ? [] : listOptionSeats(deps.db, tour, option, range, { userId, now: deps.now() })
}

function optionOf(tour: OfferedTour | undefined, optionId: string) {
  if (!tour) throw notFound('Tour')
  const { selling } = tour
  const option: SellingOption | undefined = selling?.options.find(({ id }) => id === optionId)
  if (!selling || !option) throw notFound('Option')
  return { tour: { ...tour, selling }, option }
}
