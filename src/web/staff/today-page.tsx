import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { FIGURE_DAYS, type FigureDays } from '#shared/desk/figures.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { FigureCard, figuresOf, figuresQuery } from '#web/features/desk/staff/figures.tsx'
import { HealthPanel, healthQuery } from '#web/features/desk/staff/health-panel.tsx'
import { NEXT_DAYS, NextDepartures, nextDeparturesQuery } from '#web/features/tours/staff/next-departures.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useEntryPath } from './entry-paths.ts'
import { FailedPart } from './failed-part.tsx'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { TodayTasks } from './today-tasks.tsx'
import { NewEnquiries, NewRequests } from './today-waiting.tsx'
import { useNow } from './use-now.ts'

const PasskeyOffer = lazy(() => import('#web/features/accounts/staff/passkey-offer.tsx'))

export function TodayPage() {
  return (
    <PageFrame title="Today">
      <Suspense>
        <PasskeyOffer onAdded={notify} />
      </Suspense>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <NewRequests />
          <NewEnquiries />
        </div>
        <Health />
      </div>
      <TodayTasks />
      <TodayDepartures />
      <TodayFigures />
    </PageFrame>
  )
}

function Health() {
  const { data, error, isFetching, refetch } = useQuery(healthQuery)
  const now = useNow()
  if (data) return <HealthPanel health={data} now={now} />
  if (!error) return <Skeleton className="h-52" />
  return <FailedPart title="We couldn’t load the site’s health" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
}

const RANGES: Record<FigureDays, string> = { 30: '30 days', 90: '90 days', 364: 'A year, by week' }

function TodayFigures() {
  const [days, setDays] = useState<FigureDays>(FIGURE_DAYS[0])
  const { data, error, isFetching, refetch } = useQuery(figuresQuery(days))
  return (
    <section aria-labelledby="figures">
      <div className="mt-8 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="figures" className="text-xl">
          Business
        </h2>
        <div role="group" aria-label="Period" className="flex flex-wrap gap-1 rounded-pill border border-line bg-paper p-1">
          {FIGURE_DAYS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === days}
              onClick={() => setDays(each)}
              className={classNames(
                'min-h-9 rounded-pill pointer-coarse:min-h-11 px-4 font-semibold',
                each === days ? 'bg-ink text-paper' : 'text-ink-soft hover:text-ink',
              )}
            >
              {RANGES[each]}
            </button>
          ))}
        </div>
      </div>
      {error && !data && (
        <FailedPart title="We couldn’t load the figures" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          {figuresOf(data).map((figure) => (
            <FigureCard key={figure.title} figure={figure} />
          ))}
        </div>
      )}
    </section>
  )
}

function TodayDepartures() {
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
