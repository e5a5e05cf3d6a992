import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { addDays, dayInWords, localToday } from '#shared/dates.ts'
import { listDepartures } from '#shared/tours/departure-calls.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { heldTexts } from './departures/departure-state.tsx'

/** Number of days shown, including today. */
export const NEXT_DAYS = 14

const MAX_LISTED = 100

/** Departures of the next days that have bookings or open checkouts, by date. */
export const nextDeparturesQuery = queryOptions({
  queryKey: [...consoleKey('departures'), 'next'],
  queryFn: async ({ signal }) => {
    const from = localToday()
    const query = { from, to: addDays(from, NEXT_DAYS - 1), bookings: 'some', limit: MAX_LISTED } as const
    const departures = await ask(listDepartures, { query }, signal)
    return departures.filter(({ sold, held }) => sold + held > 0)
  },
})

type Props = {
  departures: readonly StaffDeparture[]
  /** Where one can be looked at; undefined where there is no such page. */ pathOf: (id: string) => string | undefined
}

/** How many are shown at first, since the page also has the tasks. */
const FIRST = 8

export function NextDepartures({ departures, pathOf }: Props) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-paper lg:grid-cols-2">
        {departures.slice(0, isWhole ? undefined : FIRST).map((departure) => (
          <li
            key={departure.id}
            className="relative flex min-w-0 items-center gap-4 border-t border-line px-4 py-3 max-lg:first:border-t-0 sm:px-6 lg:nth-[-n+2]:border-t-0"
          >
            <p className="w-14 shrink-0 text-center leading-tight">
              <span className="block text-xs text-ink-soft">{dayInWords(departure.date, { weekday: 'short' })}</span>
              <span className="block text-lg font-semibold tabular-nums">{dayInWords(departure.date, { day: 'numeric' })}</span>
              <span className="block text-xs text-ink-soft">{dayInWords(departure.date, { month: 'short' })}</span>
            </p>
            <div className="min-w-0 flex-1">
              <Name departure={departure} path={pathOf(departure.id)} />
              <Seats departure={departure} />
            </div>
          </li>
        ))}
      </ul>
      {!isWhole && departures.length > FIRST && (
        <div className="mt-4 text-center">
          <Button variant="secondary" size="small" onClick={() => setWhole(true)}>
            Show all {departures.length}
          </Button>
        </div>
      )}
    </>
  )
}

function Name({ departure: { tour }, path }: { departure: StaffDeparture; path: string | undefined }) {
  return path === undefined ? (
    <p className="font-semibold lg:truncate">{tour.name}</p>
  ) : (
    <Link
      to={path}
      className="block font-semibold before:absolute before:inset-0 hover:underline focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep lg:truncate"
    >
      {tour.name}
    </Link>
  )
}

function Seats({ departure }: { departure: StaffDeparture }) {
  const { sold, held, capacity, cancelledAt, isBlocked, isOnSale } = departure
  const share = (seats: number) => `${capacity === 0 ? 0 : (seats / capacity) * 100}%`
  return (
    <>
      <div aria-hidden="true" className="mt-1.5 flex h-2 overflow-hidden rounded-pill bg-sand-deep">
        <span className={classNames('h-full', cancelledAt ? 'bg-danger' : 'bg-sea')} style={{ width: share(sold) }} />
        <span className="h-full bg-sun" style={{ width: share(held) }} />
      </div>
      <p className="mt-1 text-xs text-ink-soft tabular-nums">
        {[`${sold} of ${capacity} seats sold`, ...heldTexts(departure)].join(', ')}
        <span>{cancelledAt ? ', cancelled' : isOnSale ? isBlocked && ', blocked' : ', not on sale'}</span>
      </p>
    </>
  )
}
