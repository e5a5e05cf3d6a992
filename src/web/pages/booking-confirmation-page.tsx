import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { isConfirmed } from '#shared/bookings.ts'
import { pages } from '#shared/paths.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { useKeptHeadingFocus } from '#web/components/kept-heading-focus.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { confirmationQuery } from '#web/features/bookings/api.ts'
import { ConfirmationSheet } from '#web/features/bookings/confirmation-sheet.tsx'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { Travellers } from '#web/features/bookings/travellers.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** The printable confirmation of one booking (decisions, "Tours"). */
export function BookingConfirmationPage() {
  const { id = '' } = useParams()
  const query = useQuery(confirmationQuery(id))
  const booking = query.data?.booking
  usePageTitle(booking ? `Booking ${booking.reference ?? id}` : 'Booking confirmation')
  useKeptHeadingFocus(query.isPending)

  return (
    <div className="page-width max-w-3xl! py-8 md:py-14 print:max-w-none! print:p-0">
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <Link to={pages.bookings} className="text-link inline-flex sm:mr-auto min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden="true" className="size-4" />
          My Bookings
        </Link>
        {isConfirmed(booking?.status ?? '') && <CalendarLink bookingId={id} />}
        {booking && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        )}
      </div>
      {query.isPending && <Loading />}
      {query.isLoadingError && (
        <>
          <h1 className="mb-6 text-3xl">Booking confirmation</h1>
          <Alert>{messageOf(query.error, 'The confirmation could not be loaded. Please try again.', NO_RESPONSE)}</Alert>
        </>
      )}
      {query.data && (
        <ConfirmationSheet confirmation={query.data}>
          <Travellers
            bookingId={id}
            names={query.data.travellers}
            seats={query.data.booking.numberOfPeople ?? Math.max(1, query.data.travellers.length)}
            canEdit={isConfirmed(query.data.booking.status ?? '')}
          />
        </ConfirmationSheet>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 rounded-card bg-paper p-6 shadow-card sm:p-10">
      <h1 className="sr-only">Booking confirmation</h1>
      <p role="status" className="text-ink-soft">
        Loading...
      </p>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-56" />
    </div>
  )
}
