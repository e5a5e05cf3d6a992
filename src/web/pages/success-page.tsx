import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { downloadMoveEvent, downloadTripEvent } from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Picture } from '#web/components/picture.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { PaymentResult } from '#web/features/checkout/payment-result.tsx'
import { checkoutSessionQuery, type CheckoutSession } from '#web/features/checkout/payment-view.ts'
import { ART } from '#web/lib/art.ts'
import { callAddress } from '#web/lib/http.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { shouldRetry } from '#web/lib/call-error.ts'

/** The payment result; `session_id` is in the query part of the address's hash (specification §2). */
export function SuccessPage() {
  usePageTitle('Payment')
  const sessionId = useSearchParams()[0].get('session_id') ?? ''
  const query = useQuery({ ...checkoutSessionQuery(sessionId), enabled: sessionId !== '' })
  const retry = () => void query.refetch({ cancelRefetch: false })

  return (
    <div className="page-width max-w-3xl! py-6 md:py-12">
      {query.data && <Result session={query.data} />}
      {!query.data && (sessionId === '' || query.isError) && (
        <Failed onRetry={sessionId !== '' && shouldRetry(0, query.error) ? retry : undefined} isBusy={query.isFetching} />
      )}
      {!query.data && sessionId !== '' && query.isPending && <Loading />}
    </div>
  )
}

/** Links to the calendar file and the confirmation, where travellers can be named. */
function Documents({ id, isTour }: { id: string; isTour: boolean }) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-6">
      <a
        href={callAddress(pathOf(isTour ? downloadTripEvent : downloadMoveEvent, { id }))}
        download
        className="text-link inline-flex min-h-11 items-center"
      >
        Add to calendar
      </a>
      <Link to={isTour ? pages.confirmation(id) : pages.move(id)} className="text-link inline-flex min-h-11 items-center">
        {isTour ? 'Add traveller names' : 'Booking confirmation'}
      </Link>
    </p>
  )
}

function Result({ session }: { session: CheckoutSession }) {
  const { id, kind = 'tour', picture } = session.booking ?? {}
  return (
    <PaymentResult
      session={session}
      picture={
        <Picture
          picture={picture ?? ART[kind === 'tour' ? 'hero-travel' : 'hero-vehicles']}
          alt=""
          sizes="(min-width: 48rem) 44rem, 100vw"
          priority
          className="aspect-2/1 sm:aspect-5/2"
        />
      }
    >
      {id !== undefined && <Documents id={id} isTour={kind === 'tour'} />}
    </PaymentResult>
  )
}

type FailedProps = { onRetry: (() => void) | undefined; isBusy: boolean }

function Failed({ onRetry, isBusy }: FailedProps) {
  return (
    <>
      <h1 className="mb-6 text-3xl">Payment</h1>
      <Alert>Error loading payment data.</Alert>
      <p className="mt-4 text-ink-soft">
        If you’ve paid, your booking will appear within a few minutes in My Bookings, in the account you booked with.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={pages.bookings}>View My Bookings</ButtonLink>
        {onRetry && (
          <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 rounded-card bg-paper p-6 shadow-card sm:p-10">
      <h1 className="sr-only">Payment</h1>
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-48" />
    </div>
  )
}
