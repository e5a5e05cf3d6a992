import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { quotesQuery } from '#web/features/quotes/staff/api.ts'
import { lengthText } from '#web/lib/moments.ts'
import { FailedPart } from './failed-part.tsx'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000

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
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-4 py-4 transition-colors hover:border-ink sm:px-6"
    >
      <span
        aria-hidden="true"
        className="flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-pill bg-sun-tint text-sun-deep"
      >
        <Truck className="size-5" />
      </span>
      <span className="min-w-0 flex-1 basis-36">
        <span className="block text-base font-semibold">
          {total === 0 ? 'No quote requests waiting' : total === 1 ? '1 quote request waiting' : `${total} quote requests waiting`}
        </span>
        <span className="block text-ink-soft">
          {oldest ? waitText(now - Date.parse(oldest.createdAt), total) : 'Every request has been answered'}
        </span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}

/** Returns "The oldest has been waiting for 3 hours". */
function waitText(milliseconds: number, total: number): string {
  const subject = total === 1 ? 'It' : 'The oldest'
  return milliseconds < MINUTE_MS ? `${subject} has just arrived` : `${subject} has been waiting for ${lengthText(milliseconds)}`
}
