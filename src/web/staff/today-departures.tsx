import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { NEXT_DAYS, NextDepartures, nextDeparturesQuery } from '#web/features/tours/staff/next-departures.tsx'
import { useEntryPath } from './entry-paths.ts'
import { FailedPart } from './failed-part.tsx'

export function TodayDepartures() {
  const entryPath = useEntryPath()
  const { data, error, isFetching, refetch } = useQuery(nextDeparturesQuery)
  return (
    <section aria-labelledby="departures">
      <div className="mt-8 mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="departures" className="text-xl">
          Departures
        </h2>
        <p className="text-ink-soft">with seats sold, in the next {NEXT_DAYS} days</p>
      </div>
      {error && !data && (
        <FailedPart title="We couldn’t load the departures" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-48" />}
      {data?.length === 0 && (
        <div className="rounded-card border border-line bg-paper">
          <EmptyState title="No one is travelling in the next two weeks">Departures appear here once they have a booking.</EmptyState>
        </div>
      )}
      {data && data.length > 0 && <NextDepartures departures={data} pathOf={(id) => entryPath('/admin/departures', id)} />}
    </section>
  )
}
