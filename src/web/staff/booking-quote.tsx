import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { QuoteItems } from '#web/features/quotes/staff/quote-items.tsx'
import { quoteQuery } from '#web/features/quotes/staff/quotes.tsx'
import { momentText } from '#web/lib/moments.ts'
import { FailedPart } from './failed-part.tsx'
import { QuoteEstimate } from './quote-estimate.tsx'

export function BookingQuote({ bookingId }: { bookingId: string }) {
  const { data: quote, error, isFetching, refetch } = useQuery(quoteQuery(bookingId))
  if (!quote) {
    if (!error) return <Skeleton className="h-48" />
    return <FailedPart title="We couldn’t load the quote" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Panel title="Quote">
        <p className="mb-3 wrap-anywhere">
          {quote.pickupLocation}, {quote.pickupPinCode} <span aria-label="to">→</span> {quote.dropoffLocation}, {quote.dropoffPinCode}
        </p>
        <QuoteEstimate quote={quote} />
        {quote.price !== quote.askedPrice && (
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 font-semibold">
            Quoted <span className="tabular-nums">{formatMoney(toMoney(quote.price, quote.currency), 'if any')}</span>
          </p>
        )}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="text-ink-soft">{quote.payUntil && `Payable until ${momentText(quote.payUntil)}.`}</p>
          <Link to={consolePages.quote(bookingId)} className="text-link inline-flex min-h-6 items-center gap-1">
            Open the request <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      </Panel>
      <QuoteItems quote={quote} />
    </>
  )
}
