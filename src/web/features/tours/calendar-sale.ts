import type { Day } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { offerOn, type DayOffer } from './day-offer.ts'

/** What the calendar shows of a tour with options: the chosen one, or all while none is chosen. */
export interface CalendarSale {
  options: readonly {
    id: string
    runs: TourRuns
    /** Of a departure without bookings. */
    capacity: number
    /** By the party. */
    seatsNeeded: number
    /** The first day that can still be booked. */
    first: Day
  }[]
  /** Names the party, so that what is computed for another is not shown. */
  party: string
  /** The lowest price for the party of these options on a day; undefined if none takes it. */
  priceOn: (optionIds: readonly string[], day: Day) => Money | undefined
}

type Month = { seats: readonly (readonly DaySeatsRead[] | undefined)[]; today: Day; last: Day }
type DaySeatsRead = Pick<DaySeats, 'date' | 'seatsLeft' | 'hasLeft'>

/** The days of a month that can be booked, with the most seats and the lowest price. */
export function bookableDays(sale: CalendarSale, month: Month): { date: Day; seatsLeft: number; price: Money | undefined }[] {
  const dates = new Set(month.seats.flatMap((seats) => (seats ?? []).map(({ date }) => date)))
  return [...dates].toSorted().flatMap((date) => {
    const { canBook, seatsLeft, price } = saleOn(date, sale, month)
    return canBook && seatsLeft !== undefined ? [{ date, seatsLeft, price }] : []
  })
}

/** What is offered on a day over the options shown: the most seats, and the lowest price for the party. `seats` has a list for each option. */
export function saleOn(day: Day, { options, priceOn }: CalendarSale, { seats, today, last }: Month): DayOffer {
  const offers = options.map(({ id, runs, capacity, seatsNeeded, first }, index) => {
    const season = { runs, maxPeople: capacity, seats: seats[index], today, last, first }
    return { id, ...offerOn(day, season, seatsNeeded) }
  })
  const bookable = offers.filter(({ canBook }) => canBook)
  const [best] = (bookable.length > 0 ? bookable : offers).toSorted((one, other) => (other.seatsLeft ?? -1) - (one.seatsLeft ?? -1))
  if (!best) return { canBook: false, seatsLeft: undefined, isNearlyGone: false, text: 'no departure' }
  const { id: _, ...offer } = best
  const price =
    bookable.length > 0
      ? priceOn(
          bookable.map(({ id }) => id),
          day,
        )
      : undefined
  if (!price) return offer
  return { ...offer, price, text: `${bookable.length > 1 ? 'from ' : ''}${formatMoney(price, 'if any')} for your group, ${offer.text}` }
}
