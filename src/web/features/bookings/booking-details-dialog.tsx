import { lazy, Suspense } from 'react'
import { pages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { MaybeLink } from '#web/components/fact.tsx'
import { SoldLines, toShownLines } from '#web/components/sold-lines.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { Line } from './booking-parts.tsx'
import { statusOf, travelersText, type BookingView } from './booking-view.ts'
import { ConfirmedLinks } from './confirmed-links.tsx'
import { AS_NOTE, PendingActions } from './hold.tsx'

// If the code cannot be loaded, the specified lines are enough.
const MoveDetails = lazy(async () =>
  import('./move-details.tsx').then(
    (module) => ({ default: module.MoveDetails }),
    () => ({ default: () => null }),
  ),
)

/** Words that depend on what was booked (specification §2). */
const WORDS = {
  tour: { subject: 'Destination', date: 'Travel Date', cancel: 'Cancel Tour' },
  vehicle: { subject: 'Service', date: 'Rental Date', cancel: 'Cancel Vehicle Rental' },
  tool: { subject: 'Tool', date: 'Rental Date', cancel: 'Cancel Tool Rental' },
} as const

type Props = { booking: BookingView; onClose: () => void; onReleased: () => void; onCancel: () => void }

export function BookingDetailsDialog({ booking, onClose, onReleased, onCancel }: Props) {
  const words = WORDS[booking.kind]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Booking Details"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {placeToBookAgain(booking) && <ButtonLink to={placeToBookAgain(booking)}>Book again</ButtonLink>}
          <Button variant="danger" disabled={!booking.isConfirmed} onClick={onCancel}>
            {words.cancel}
          </Button>
        </>
      }
    >
      {/* Comes first because the time to pay is short, and on a phone it would be below the fold. */}
      {booking.kind === 'tour' && <PendingActions booking={booking} onReleased={onReleased} className={AS_NOTE} />}
      <dl className="divide-y divide-line">
        <Line name={words.subject}>
          <MaybeLink to={booking.tourId && pages.destinationDetails(booking.tourId)}>{booking.subject}</MaybeLink>
        </Line>
        <Line name="Booking ID">
          <span className="wrap-anywhere">{booking.id}</span>
        </Line>
        {booking.reference && booking.reference !== booking.id && (
          <Line name="Reference">
            <span translate="no">{booking.reference}</span>
          </Line>
        )}
        <Line name={words.date}>{booking.longDate}</Line>
        <Line name="Duration">{booking.longDuration ?? booking.duration}</Line>
        {booking.kind === 'tour' && <Line name="Travelers">{travelersText(booking)}</Line>}
        {booking.option && <Line name="Option">{booking.option}</Line>}
        {booking.pickup && <Line name="Pickup">{booking.pickup}</Line>}
        {booking.lines && (
          <Line name="Booked">
            <SoldLines lines={toShownLines(booking.lines)} currency={booking.currency} />
          </Line>
        )}
        <Line name="Total Amount">{booking.amount}</Line>
        <Line name="Status">
          <span className={classNames('font-semibold', booking.isConfirmed ? 'text-sea' : 'text-sun-deep')}>{statusOf(booking)}</span>
        </Line>
      </dl>
      {booking.kind === 'vehicle' && (
        <Suspense fallback={null}>
          <MoveDetails bookingId={booking.id} />
        </Suspense>
      )}
      {booking.isConfirmed && <ConfirmedLinks booking={booking} />}
      {booking.refundText && <p className="mt-3 text-sm text-ink-soft">{booking.refundText}</p>}
      {!booking.isConfirmed && (
        <p className="mt-3 text-sm text-ink-soft">
          Only a confirmed booking can be cancelled here.
          <span>
            {isUnpaidRequest(booking) && ' To withdraw your request, close this and choose “Withdraw request” under it in the list.'}
          </span>
        </p>
      )}
    </Dialog>
  )
}

/** A request that still waits for its quote; the list says what else can be done with it. */
function isUnpaidRequest({ kind, status, paymentText }: BookingView): boolean {
  return kind === 'vehicle' && status.toLowerCase() === 'pending' && paymentText === undefined
}

/** Where to book again after a cancellation; empty for bookings that are not cancelled. */
function placeToBookAgain({ kind, status, tourId }: BookingView): string {
  if (status.toLowerCase() !== 'cancelled') return ''
  if (kind === 'vehicle') return pages.vehiclePrice
  return tourId === undefined ? '' : pages.destinationDetails(tourId)
}
