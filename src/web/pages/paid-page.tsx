import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pathOf } from '#shared/contract.ts'
import { getPaidCalendarFile } from '#shared/payments/calls.ts'
import { payQuote } from '#shared/quotes/calls.ts'
import * as reservationCalls from '#shared/reservations/calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { PaidResult } from '#web/features/checkout/paid-result.tsx'
import { paidQuery } from '#web/features/checkout/paid-view.ts'
import { shouldRetry } from '#web/lib/call-error.ts'
import { callAddress } from '#web/lib/http.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** For someone who paid by an emailed link without signing in: the payment result of specification §2 is only for the owner. */
export function PaidPage() {
  usePageTitle('Your payment')
  const { token = '' } = useParams()
  const { data, error, isPending, isFetching, refetch } = useQuery(paidQuery(token))
  const retry = () => void refetch({ cancelRefetch: false })

  return (
    <div className="page-width max-w-4xl! py-10 md:py-20">
      <meta name="robots" content="noindex" />
      {data && (
        <PaidResult
          paid={data}
          calendar={<CalendarLink path={pathOf(getPaidCalendarFile, { token })} />}
          payHref={callAddress(data.kind === 'vehicle' ? pathOf(payQuote, { token }) : pathOf(reservationCalls.payReservation, { token }))}
        />
      )}
      {!data && error && <Failed onRetry={shouldRetry(0, error) ? retry : undefined} isBusy={isFetching} />}
      {!data && isPending && <Loading />}
    </div>
  )
}

type FailedProps = { onRetry: (() => void) | undefined; isBusy: boolean }

function Failed({ onRetry, isBusy }: FailedProps) {
  return (
    <>
      <h1 className="mb-6 text-3xl">Your payment</h1>
      <Alert>{onRetry ? 'We couldn’t load your payment.' : 'This page doesn’t exist or is no longer available.'}</Alert>
      <p className="mt-4 max-w-text text-ink-soft">
        If you’ve paid, you’ll get a confirmation email. You can always contact us: {brand.phone}, {brand.email}.
      </p>
      {onRetry && (
        <Button className="mt-6" isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 rounded-card bg-paper p-6 shadow-card sm:p-10">
      <h1 className="sr-only">Your payment</h1>
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-48" />
    </div>
  )
}
