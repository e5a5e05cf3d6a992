import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FIGURE_DAYS, type FigureDays } from '#shared/desk/figures.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { FigureCard, figuresOf, figuresQuery } from '#web/features/desk/staff/figures.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { FailedPart } from './failed-part.tsx'

const RANGES: Record<FigureDays, string> = { 30: '30 days', 90: '90 days', 364: 'A year, by week' }

export function TodayFigures() {
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
