import { useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { ReservationForm } from '#web/features/reservations/staff/reservation-form.tsx'
import { paymentLinkPath } from './payment-link.ts'
import { useAgencyZone } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { ReservationCalendar } from './reservation-calendar.tsx'
import { ReservationOptions } from './reservation-options.tsx'

export function NewBookingPage() {
  const [params] = useSearchParams()
  const go = useNavigate()
  const timeZone = useAgencyZone()
  return (
    <PageFrame title="New booking" back={{ title: 'Bookings', path: consolePages.bookings }}>
      <ReservationForm
        start={{ tourId: params.get('tour') ?? '', travelDate: params.get('date') ?? '' }}
        timeZone={timeZone}
        Calendar={ReservationCalendar}
        Options={ReservationOptions}
        onDone={({ bookingId, reference, showsLink }) => {
          notify(`${reference} is booked.`)
          void go(showsLink ? paymentLinkPath(bookingId) : consolePages.booking(bookingId))
        }}
      />
    </PageFrame>
  )
}
