import { useQuery, useQueryClient } from '@tanstack/react-query'
import { longDay, shortDay, type Day } from '#shared/dates.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { monthOf, weekday, type Month } from '#shared/months.ts'
import { nextRunDays } from '#shared/run-days.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { queryOf } from '#web/lib/ask.ts'
import { bookableDays, type CalendarSale } from './day-offers.tsx'
import { seatsKey } from './seats-left.ts'
import type { TourResponse } from './tour-view.tsx'

/** Failures are silent, as in `seatsQuery`. */
export function monthSeatsQuery(tourId: string, month: Month, optionId?: string) {
  const query = { month, optionId }
  return queryOf(listMonthSeats, { params: { id: tourId }, query }, { key: [...seatsKey(tourId), query], retry: false })
}

type Departure = { date: Day; seatsLeft: number; price?: Money | undefined }

type Props = { tour: TourResponse; sale: CalendarSale | undefined; guests: number; today: Day; onChoose: (day: Day) => void }

/** The next few days with room for the group, as one-click choices. Renders nothing until they are known, or if there are none. */
export function NextDepartures({ tour, sale, guests: asked, today, onChoose }: Props) {
  const client = useQueryClient()
  const { data: departures = [] } = useQuery({
    queryKey: [...seatsKey(tour.id), 'next', asked, ...(sale ? [sale.party, sale.options.map(({ id }) => id)] : [])],
    queryFn: async () => {
      const seatsIn = async (month: Month, id?: string) => (await client.query(monthSeatsQuery(tour.id, month, id))).days
      if (!sale) return findNextDepartures<Departure>(tour.runs, today, asked, seatsIn)
      const last = lastTravelDay(today)
      // Whether there is room has been decided for each option.
      return findNextDepartures<Departure>(runsOf(sale), today, 1, async (month) =>
        bookableDays(sale, { seats: await Promise.all(sale.options.map(async ({ id }) => seatsIn(month, id))), today, last }),
      )
    },
    retry: false,
  })
  const guests = sale?.options[0]?.seatsNeeded ?? asked
  if (departures.length === 0) return null
  return (
    <section aria-labelledby="next-departures" className="max-sm:px-4">
      <h3 id="next-departures" className="mb-3 font-sans text-sm font-semibold tracking-normal">
        {guests > 1 ? `Next departures for ${guests} guests` : 'Next departures'}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:grid-cols-1">
        {departures.map(({ date, seatsLeft, price }) => (
          <li key={date}>
            <button
              type="button"
              onClick={() => onChoose(date)}
              className="flex min-h-13 w-full flex-col justify-center rounded-field border border-line-strong bg-paper px-4 py-2 text-left hover:border-ink hover:bg-sun-tint"
            >
              <span className="font-semibold">
                {weekday(date)} {date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : longDay(date)}
              </span>
              <span className="text-xs text-ink-soft">
                <span>{price && `${sale?.options.length === 1 ? '' : 'from '}${formatMoney(price, 'if any')} · `}</span>
                {seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Several options may run on days of their own, among which no month is left out. */
function runsOf({ options }: CalendarSale): TourRuns | undefined {
  return options.length === 1 ? options[0]?.runs : undefined
}

/** Few enough to take in at a glance. */
const SHOWN = 4
/** Gives up after this many sold-out months with departures; anything later is found in the calendar itself. */
const MAX_MONTHS = 6

type Seats = Pick<DaySeats, 'date' | 'seatsLeft'>

/**
 * Finds the next few departures with room for this many guests. Calls `seatsIn` for one month at a time and stops as soon as it has enough.
 */
export async function findNextDepartures<Found extends Seats>(
  runs: TourRuns | undefined,
  today: Day,
  guests: number,
  seatsIn: (month: Month) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (const month of monthsToLookAt(runs, today)) {
    const days = await seatsIn(month)
    found.push(...days.filter(({ date, seatsLeft }) => date >= today && seatsLeft >= Math.max(guests, 1)))
    if (found.length >= SHOWN) break
  }
  return found.slice(0, SHOWN)
}

/** Months with at least one departure, starting with today's. */
function monthsToLookAt(runs: TourRuns | undefined, today: Day): Month[] {
  const days = nextRunDays(runDaysOf(runs), today, lastTravelDay(today), Number.POSITIVE_INFINITY)
  return [...new Set(days.map(monthOf))].slice(0, MAX_MONTHS)
}
