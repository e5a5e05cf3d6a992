import { useQuery, useQueryClient } from '@tanstack/react-query'
import { longDay, shortDay, type Day } from '#shared/dates.ts'
import { weekday } from '#shared/months.ts'
import { monthSeatsQuery } from './api/get-month-seats.ts'
import { seatsKey } from './api/get-seats.ts'
import { findNextDepartures } from './next-departures.ts'
import type { TourResponse } from './tour-view.ts'

type Props = { tour: TourResponse; guests: number; today: Day; onChoose: (day: Day) => void }

/** The next few days with room for the group, as one-click choices. Renders nothing until they are known, or if there are none. */
export function NextDepartures({ tour, guests, today, onChoose }: Props) {
  const client = useQueryClient()
  const { data: departures = [] } = useQuery({
    queryKey: [...seatsKey(tour.id), 'next', guests],
    queryFn: async () => findNextDepartures(tour.runs, today, guests, async (month) => client.query(monthSeatsQuery(tour.id, month))),
    retry: false,
  })
  if (departures.length === 0) return null
  return (
    <section aria-labelledby="next-departures" className="max-sm:px-4">
      <h3 id="next-departures" className="mb-3 font-sans text-sm font-semibold tracking-normal">
        {guests > 1 ? `Next with room for ${guests} guests` : 'Next departures'}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:grid-cols-1">
        {departures.map(({ date, seatsLeft }) => (
          <li key={date}>
            <button
              type="button"
              onClick={() => onChoose(date)}
              className="flex min-h-13 w-full flex-col justify-center rounded-field border border-line-strong bg-paper px-4 py-2 text-left hover:border-ink hover:bg-sun-tint"
            >
              <span className="font-semibold">
                {weekday(date)} {date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : longDay(date)}
              </span>
              <span className="text-xs text-ink-soft">{seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
