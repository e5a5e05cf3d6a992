import { Link } from 'react-router'
import { shortDay, type Day } from '#shared/dates.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { classNames } from '#web/lib/class-names.ts'
import { DepartureMark } from './departure-state.tsx'
import { weekday } from '#shared/months.ts'
import { SeatBar, soldText } from './seat-bar.tsx'

type Props = { departure: StaffDeparture; to: string; today: Day; /** Whether the list covers several days. */ hasDay: boolean }

export function DepartureRow({ departure, to, today, hasDay }: Props) {
  const { date, tour, left } = departure
  return (
    <li
      className={classNames(
        'relative grid items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors hover:bg-cream sm:px-5',
        hasDay
          ? 'grid-cols-[3.75rem_minmax(0,1fr)] sm:grid-cols-[3.75rem_minmax(0,1.6fr)_minmax(0,1fr)_6.5rem]'
          : 'sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_6.5rem]',
      )}
    >
      {hasDay && (
        <span className="text-ink-soft tabular-nums max-sm:row-span-3 max-sm:self-start">
          {weekday(date)}
          <span className="block font-semibold text-ink">{shortDay(date)}</span>
        </span>
      )}
      <Link
        to={to}
        data-row
        className="font-semibold before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
      >
        {tour.name}
      </Link>
      <span className="min-w-0">
        <span className="flex flex-wrap justify-between gap-x-3 text-xs tabular-nums">
          <span>{soldText(departure)}</span>
          <span className="text-ink-soft">{left} left</span>
        </span>
        <SeatBar {...departure} className="mt-1" />
      </span>
      <span className="sm:justify-self-end">
        <DepartureMark departure={departure} today={today} />
      </span>
    </li>
  )
}
