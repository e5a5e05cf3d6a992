import { useQuery, useQueryClient } from '@tanstack/react-query'
import { longDay, shortDay, type Day } from '#shared/dates.ts'
import { weekday, type Month } from '#shared/months.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { monthSeatsQuery } from './api/get-month-seats.ts'
import { seatsKey } from './api/get-seats.ts'
import { bookableDays, type CalendarSale } from './calendar-sale.ts'
import { findNextDepartures } from './next-departures.ts'
import type { TourResponse } from './tour-view.ts'

type Departure = { date: Day; seatsLeft: number; price?: Money | undefined }

type Props = { tour: TourResponse; sale: CalendarSale | undefined; guests: number; today: Day; onChoose: (day: Day) => void }

/** The next few days with room for the group, as one-click choices. Renders nothing until they are known, or if there are none. */
export function NextDepartures({ tour, sale, guests: asked, today, onChoose }: Props) {
  const client = useQueryClient()
  const { data: departures = [] } = useQuery({
    queryKey: [...seatsKey(tour.id), 'next', asked, ...(sale ? [sale.party, sale.options.map(({ id }) => id)] : [])],
    queryFn: async () => {
      const seatsIn = async (month: Month, id?: string) => client.query(monthSeatsQuery(tour.id, month, id))
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
