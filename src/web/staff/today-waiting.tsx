import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Mail, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { enquiriesQuery } from '#web/features/enquiries/staff/enquiries.ts'
import { quotesQuery } from '#web/features/quotes/staff/quotes.tsx'
import { lengthText } from '#web/lib/moments.ts'
import { FailedPart } from './failed-part.tsx'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000

/** Links to the undecided quote requests, with their number and the age of the oldest. */
export function NewRequests() {
  const { data, error, isFetching, refetch } = useInfiniteQuery(quotesQuery('pending'))
  if (!data && error)
    return <FailedPart title="We couldn’t load the quote requests" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  const total = data.pages[0]?.total ?? 0
  return (
    <Waiting
      to={consolePages.quotes}
      icon={<Truck className="size-5" />}
      number={total}
      noun={['quote request', 'quote requests']}
      since={data.pages[0]?.quotes[0]?.createdAt}
      done="Every request has been answered"
    />
  )
}

export function NewEnquiries() {
  const { data, error, isFetching, refetch, hasNextPage } = useInfiniteQuery(enquiriesQuery('open'))
  if (!data && error)
    return <FailedPart title="We couldn’t load the enquiries" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  const enquiries = data.pages.flat()
  return (
    <Waiting
      to={consolePages.mail}
      icon={<Mail className="size-5" />}
      number={enquiries.length}
      isMore={hasNextPage}
      noun={['enquiry', 'enquiries']}
      since={enquiries[0]?.writtenAt}
      done="Every enquiry has been answered"
    />
  )
}

interface WaitingProps {
  to: string
  icon: ReactNode
  number: number
  /** Whether there are more than `number`. */
  isMore?: boolean
  noun: readonly [one: string, several: string]
  /** When the oldest arrived; absent if there is none. */
  since: string | undefined
  done: string
}

function Waiting({ to, icon, number, isMore = false, noun: [one, several], since, done }: WaitingProps) {
  const now = useNow()
  const count = number === 0 ? `No ${several}` : isMore ? `More than ${number} ${several}` : `${number} ${number === 1 ? one : several}`
  return (
    <Link
      to={to}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-4 py-4 transition-colors hover:border-ink sm:px-6"
    >
      <span
        aria-hidden="true"
        className="flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-pill bg-sun-tint text-sun-deep"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 basis-36">
        <span className="block text-base font-semibold">{count} waiting</span>
        <span className="block text-ink-soft">{since === undefined ? done : waitText(now - Date.parse(since), number)}</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </Link>
  )
}

/** "The oldest has been waiting for 3 hours". */
function waitText(milliseconds: number, total: number): string {
  const subject = total === 1 ? 'It' : 'The oldest'
  return milliseconds < MINUTE_MS ? `${subject} has just arrived` : `${subject} has been waiting for ${lengthText(milliseconds)}`
}
