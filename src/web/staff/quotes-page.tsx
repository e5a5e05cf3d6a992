import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useCurrentInView } from '#web/components/use-current-in-view.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { QuoteRow } from '#web/features/quotes/staff/quote-row.tsx'
import { quotesQuery, statusFrom, statusName } from '#web/features/quotes/staff/quotes.tsx'
import { SeveralBar, SeveralDialog, type Several } from '#web/features/quotes/staff/several.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { LoadedList } from './list-frame.tsx'
import { useMember } from './member.ts'
import { PageFrame } from './page-frame.tsx'
import { focusedRow, useRowKeys } from './rows.ts'
import { useNow } from './use-now.ts'

const FILTERS: readonly BookingStatus[] = ['pending', 'approved', 'confirmed', 'declined', 'withdrawn', 'expired', 'completed', 'cancelled']

export function QuotesPage() {
  const [search] = useSearchParams()
  const asked = search.get('status') ?? 'pending'
  const status = statusFrom(asked === 'all' ? null : asked)
  const query = useInfiniteQuery(quotesQuery(status))
  const total = query.data?.pages[0]?.total ?? 0
  const { role } = useMember()
  const row = useCurrentInView(asked)
  // Kept here rather than in the list, because answered requests leave the list while the dialog still shows the outcome.
  const [several, setSeveral] = useState<Several>()
  return (
    <PageFrame title="Quotes" note={query.data && <Count total={total} isQueue={status === 'pending'} />}>
      <nav ref={row} aria-label="Status" className="-mx-4 mb-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-1.5">
          {[...FILTERS, 'all' as const].map((each) => (
            <li key={each} className="shrink-0">
              <Link
                to={`${consolePages.quotes}?status=${each}`}
                aria-current={each === asked ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-10 items-center pointer-coarse:min-h-11 rounded-pill border px-4 font-semibold',
                  each === asked ? 'border-ink bg-ink text-paper' : 'border-line bg-paper text-ink-soft hover:border-ink hover:text-ink',
                )}
              >
                {each === 'all' ? 'All' : statusName(each)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LoadedList query={query} failed="We couldn’t load the requests" waiting={<Waiting />}>
        {(pages) => {
          const quotes = pages.flatMap((page) => page.quotes)
          return quotes.length > 0 ? <List key={asked} quotes={quotes} asked={asked} onSeveral={setSeveral} /> : <Nothing status={status} />
        }}
      </LoadedList>
      {several && <SeveralDialog {...several} role={role} onClose={() => setSeveral(undefined)} />}
    </PageFrame>
  )
}

type ListProps = { quotes: ReadQuote[]; asked: string; onSeveral: (several: Several) => void }

function List({ quotes, asked, onSeveral }: ListProps) {
  const now = useNow()
  const go = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isQueue = asked === 'pending'
  // Requests that no longer wait are deselected.
  const selected = quotes.filter(({ id }) => chosen.has(id))
  const pathOf = ({ id }: ReadQuote) => `${consolePages.quote(id)}?status=${asked}`
  const toggle = (id: string) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])))
  useRowKeys('Requests', 'request', [
    { keys: 'o', label: 'Open the request', run: () => open(quotes[Math.max(0, focusedRow())]) },
    ...(isQueue ? [{ keys: 'x', label: 'Select the request', run: () => choose(quotes[focusedRow()]) }] : []),
  ])
  const open = (quote: ReadQuote | undefined) => quote && void go(pathOf(quote))
  const choose = (quote: ReadQuote | undefined) => quote && toggle(quote.id)
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper">
        {quotes.map((quote) => (
          <QuoteRow
            key={quote.id}
            quote={quote}
            now={now}
            to={pathOf(quote)}
            selection={isQueue ? { isSelected: chosen.has(quote.id), onToggle: () => toggle(quote.id) } : undefined}
          />
        ))}
      </ul>
      {isQueue && (
        <SeveralBar
          count={selected.length}
          onApprove={() => onSeveral({ how: 'approve', quotes: selected })}
          onDecline={() => onSeveral({ how: 'decline', quotes: selected })}
          onClear={() => setChosen(new Set())}
        />
      )}
    </>
  )
}

function Count({ total, isQueue }: { total: number; isQueue: boolean }) {
  return (
    <p role="status" className="text-ink-soft">
      {total} {isQueue ? 'waiting' : total === 1 ? 'request' : 'requests'}
    </p>
  )
}

function Nothing({ status }: { status: BookingStatus | undefined }) {
  return (
    <div className="rounded-card border border-line bg-paper">
      {status === 'pending' ? (
        <EmptyState title="No one is waiting">All requests have been answered. New ones appear here, oldest first.</EmptyState>
      ) : (
        <EmptyState title="No requests here">
          {status ? `No requests are “${statusName(status).toLowerCase()}” at the moment.` : 'No one has requested a quote yet.'}
        </EmptyState>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-px overflow-hidden rounded-card border border-line bg-paper p-3">
      {[1, 2, 3, 4, 5].map((each) => (
        <Skeleton key={each} className="my-2 h-14" />
      ))}
    </div>
  )
}
