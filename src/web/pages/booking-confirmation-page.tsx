import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { downloadTripEvent } from '#shared/bookings/calls.ts'
import { isConfirmed } from '#shared/bookings/public.ts'
import { pathOf } from '#shared/contract.ts'
import { pages } from '#shared/pages.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { confirmationQuery, ConfirmationSheet } from '#web/features/bookings/confirmation-sheet.tsx'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { SheetFailure, SheetPage, SheetSkeleton } from '#web/features/bookings/sheet.tsx'
import { Travellers } from '#web/features/bookings/travellers.tsx'

export function BookingConfirmationPage() {
  const { id = '' } = useParams()
  const query = useQuery(confirmationQuery(id))
  const booking = query.data?.booking
  usePageTitle(booking ? `Booking ${booking.reference ?? id}` : 'Booking confirmation')

  return (
    <SheetPage
      back={pages.bookings}
      actions={isConfirmed(booking?.status ?? '') && <CalendarLink path={pathOf(downloadTripEvent, { id })} />}
      canPrint={booking !== undefined}
    >
      {query.isPending && <SheetSkeleton />}
      {query.isLoadingError && <SheetFailure query={query} />}
      {query.data && (
        <ConfirmationSheet confirmation={query.data}>
          <Travellers
            bookingId={id}
            names={query.data.travellers}
            phone={query.data.phone ?? ''}
            seats={query.data.booking.numberOfPeople ?? Math.max(1, query.data.travellers.length)}
            canEdit={isConfirmed(query.data.booking.status ?? '')}
          />
        </ConfirmationSheet>
      )}
    </SheetPage>
  )
}
