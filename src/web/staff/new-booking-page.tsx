import { useNavigate, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { ReservationForm } from '#web/features/reservations/staff/reservation-form.tsx'
import type { CalendarProps } from '#web/features/reservations/staff/tour-panel.tsx'
import { DepartureCalendar } from '#web/features/tours/departure-calendar.tsx'
import { calendarSaleOf, soldOf } from '#web/features/tours/option-departures.ts'
import { todayThere } from '#web/lib/moments.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useAgencyZone } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { paymentLinkPath } from './payment-link.ts'
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

/** The days of a tour by the seats that are left, of one with options for what is chosen of it. */
function ReservationCalendar({ tour, today, sale, ...shown }: CalendarProps) {
  const { selling, currency } = tour
  if (!selling || !sale) return <DepartureCalendar {...shown} title="Choose the departure" tour={tour} today={today} />
  const there = todayThere(selling.timeZone)
  const { option, choice } = sale
  const ofOptions = calendarSaleOf({ sold: soldOf(tour, selling), option, choice, currency, today: there, now: serverNow() })
  return <DepartureCalendar {...shown} title="Choose the departure" tour={tour} today={there} sale={ofOptions} />
}
