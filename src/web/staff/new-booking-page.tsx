import type { ComponentProps } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { ReservationForm } from '#web/features/reservations/staff/reservation-form.tsx'
import { DepartureCalendar } from '#web/features/tours/departure-calendar.tsx'
import { paymentLinkPath } from './payment-link.ts'
import { useAgencyZone } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'

export function NewBookingPage() {
  const [params] = useSearchParams()
  const go = useNavigate()
  const timeZone = useAgencyZone()
  return (
    <PageFrame title="New booking" back={{ title: 'Bookings', path: consolePages.bookings }}>
      <ReservationForm
        start={{ tourId: params.get('tour') ?? '', travelDate: params.get('date') ?? '' }}
        timeZone={timeZone}
        Calendar={Calendar}
        onDone={({ bookingId, reference, showsLink }) => {
          notify(`${reference} is booked.`)
          void go(showsLink ? paymentLinkPath(bookingId) : consolePages.booking(bookingId))
        }}
      />
    </PageFrame>
  )
}

function Calendar(props: ComponentProps<typeof DepartureCalendar>) {
  return <DepartureCalendar {...props} title="Choose the departure" />
}
