import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { consolePages } from '#shared/paths.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { quotesQuery } from '#web/features/quotes/staff/api.ts'
import { lengthText } from '#web/lib/moments.ts'
import { FailedPart } from './failed-part.tsx'
import { useNow } from './use-now.ts'

/** How many requests for quotes wait, and the way to them. */
export function NewRequests() {
  const { data, error, isFetching, refetch } = useInfiniteQuery(quotesQuery('pending'))
  const now = useNow()
  if (!data && error)
    return <FailedPart title="The quote requests could not be loaded" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  const total = data.pages[0]?.total ?? 0
  const oldest = data.pages[0]?.quotes[0]
  return (
    <Link
      to={consolePages.quotes}
      className="flex items-center gap-4 rounded-card border border-line bg-paper px-4 py-4 transition-colors hover:border-ink sm:px-6"
    >
      <span aria-hidden="true" className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-sun-tint text-sun-deep">
        <Truck className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">
          {total === 0 ? 'No quote requests wait' : total === 1 ? '1 quote request waits' : `${total} quote requests wait`}
        </span>
        <span className="block text-ink-soft">
          {oldest ? `The first of them for ${lengthText(now - Date.parse(oldest.createdAt))}` : 'Every request has been answered'}
        </span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}
