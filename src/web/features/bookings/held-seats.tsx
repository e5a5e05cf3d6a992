import { useRef, useState, type ReactNode } from 'react'
import { longDay } from '#shared/dates.ts'
import type { TourBooking } from './booking-view.ts'
import { AS_NOTE, PendingActions } from './hold.tsx'

type Props = { bookings: readonly TourBooking[]; onReleased: () => void }

/**
 * All seats of a tour that the traveller holds, on any day, with buttons to pay or release. Bookings no longer held are included, so that
 * their error messages stay visible.
 */
export default function HeldSeats({ bookings, onReleased }: Props): ReactNode {
  const [isFree, setIsFree] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  const showReleased = () => {
    setIsFree(true)
    // The button that was pressed disappears with its booking.
    message.current?.focus()
    onReleased()
  }
  return (
    <>
      {bookings.map(({ id, holdExpiresAt = null, heldUntil, ...booking }) => (
        <PendingActions
          key={id}
          booking={{ id, holdExpiresAt, heldUntil }}
          held={heldText(booking)}
          onReleased={showReleased}
          className={AS_NOTE}
        />
      ))}
      <p ref={message} tabIndex={-1} role="status" className="text-sm text-ink-soft not-empty:mb-4">
        {isFree && 'You haven’t been charged, and your seats have been released.'}
      </p>
    </>
  )
}

function heldText({ numberOfPeople: seats, travelDate }: Omit<TourBooking, 'id'>): string {
  const what = seats === undefined ? 'seats' : seats === 1 ? '1 seat' : `${seats} seats`
  return travelDate === undefined ? `You hold ${what}` : `You’re holding ${what} for ${longDay(travelDate)}`
}
