import { usePrefetchQuery, useQueries } from '@tanstack/react-query'
import type { Day } from '#shared/dates.ts'
import { addMonths, type Month } from '#shared/months.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { monthSeatsQuery } from './api/get-month-seats.ts'
import { saleOn, type CalendarSale } from './calendar-sale.ts'
import { offerOn, type DayOffer } from './day-offer.ts'
import { firstDayToBook } from './departed.ts'
import type { TourResponse } from './tour-view.ts'

type Shown = { tour: TourResponse; sale: CalendarSale | undefined; guests: number; today: Day; month: Month }

/** What is offered on the days of a month, by the seats of the tour or of each option shown; loads the next month as well. */
export function useMonthOffers({ tour, sale, guests, today, month }: Shown) {
  const ids = sale ? sale.options.map(({ id }) => id) : [undefined]
  const queries = useQueries({ queries: ids.map((id) => monthSeatsQuery(tour.id, month, id)) })
  usePrefetchQuery(monthSeatsQuery(tour.id, addMonths(month, 1), ids[0]))
  const seats = queries.map(({ data }) => data)
  const last = lastTravelDay(today)
  const season = {
    runs: tour.runs,
    maxPeople: tour.maxPeople,
    seats: seats[0],
    today,
    first: firstDayToBook(tour, today, serverNow()),
    last,
  }
  return {
    offerOf: (day: Day): DayOffer => (sale ? saleOn(day, sale, { seats, today, last }) : offerOn(day, season, guests)),
    isPending: queries.some(({ isPending }) => isPending),
    isKnown: seats.some((each) => each !== undefined),
  }
}
