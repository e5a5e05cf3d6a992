import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router'
import { shortDay, type Day } from '#shared/dates.ts'
import { weekday } from '#shared/months.ts'
import { consolePages } from '#shared/pages.ts'
import { listDepartures } from '#shared/tours/departure-calls.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { Button } from '#web/components/button.tsx'
import { ShowMore } from '#web/components/show-more.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ask } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { DepartureMark, SeatBar, soldText } from './departure-state.tsx'

/** A date range of departures, optionally of one tour. */
export type Stretch = { from: Day; to: Day; tour: string | undefined }

/** Departures that are booked, held or changed by staff; departures without bookings; or both. */
type Bookings = 'some' | 'none' | undefined

/** Shown if something couldn’t be loaded; the console’s pages pass in their own. */
export type FailedView = ComponentType<{ title: string; error: unknown; isBusy: boolean; onRetry: () => void }>

const PAGE = 50
const FIRST_PAGE = ''

/** The departures in a range in pages, by date and then tour. Refetched on every visit, since other people sell, hold and change them all the time. */
function departuresQuery({ from, to, tour }: Stretch, bookings: Bookings) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('departures'), 'list', from, to, tour ?? 'all', bookings ?? 'both'],
    queryFn: async ({ signal, pageParam }) => {
      const before = pageParam === FIRST_PAGE ? undefined : pageParam
      return ask(listDepartures, { query: { from, to, tour, bookings, limit: PAGE, before } }, signal)
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export type ListProps = Stretch & {
  today: Day
  /** Passed to the departure's page for its way back. */
  query: string
  Failed: FailedView
}

type Props = ListProps & {
  bookings: Bookings
  /** Shown if there are no departures. */
  nothing?: ReactNode
}

export function DepartureList({ from, to, tour, bookings, today, query, nothing, Failed }: Props) {
  const list = useInfiniteQuery(departuresQuery({ from, to, tour }, bookings))
  const departures = list.data?.pages.flat()
  if (!departures) {
    if (list.error)
      return (
        <Failed title="We couldn’t load the departures" error={list.error} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      )
    return (
      <div aria-busy="true" className="rounded-card border border-line bg-paper px-4 py-2">
        {[1, 2, 3].map((each) => (
          <Skeleton key={each} className="my-2 h-12" />
        ))}
      </div>
    )
  }
  if (departures.length === 0) return nothing && <div className="rounded-card border border-line bg-paper px-4">{nothing}</div>
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper">
        {departures.map((departure) => (
          <DepartureRow
            key={departure.id}
            departure={departure}
            to={`${consolePages.departure(departure.id)}${query}`}
            today={today}
            hasDay={from !== to}
          />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

type RowProps = { departure: StaffDeparture; to: string; today: Day; /** Whether the list covers several days. */ hasDay: boolean }

function DepartureRow({ departure, to, today, hasDay }: RowProps) {
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

type UnbookedProps = ListProps & {
  count: number
  /** Whether there are other departures, listed above. */
  isMore: boolean
  isOpen: boolean
  onToggle: () => void
}

/** The number of scheduled departures without bookings, expandable to their list. */
export function UnbookedDepartures({ count, isMore, isOpen, onToggle, ...list }: UnbookedProps) {
  const id = useId()
  if (count === 0) return null
  return (
    <div className="mt-3">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={onToggle}>
        <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
        {unbookedText(count, isMore)}
      </Button>
      {isOpen && (
        <div id={id} className="mt-2">
          <DepartureList {...list} bookings="none" />
        </div>
      )}
    </div>
  )
}

/** "12 more without bookings", or "12 departures without bookings" if there are no others. */
function unbookedText(count: number, isMore: boolean): string {
  if (isMore) return `${count.toLocaleString('en-GB')} more without bookings`
  return `${count === 1 ? '1 departure' : `${count.toLocaleString('en-GB')} departures`} without bookings`
}
