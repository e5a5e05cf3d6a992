import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Day } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import { ShowMore } from '#web/components/show-more.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { departuresQuery } from './api/list-departures.ts'
import type { Bookings, Stretch } from './stretch.ts'
import { DepartureRow } from './departure-row.tsx'
import type { FailedView } from './failed-view.ts'

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
