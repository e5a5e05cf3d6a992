import { useRef, useState, type ReactNode } from 'react'
import { longDay } from '#shared/dates.ts'
import type { TourBooking } from './booking-view.ts'
import { AS_NOTE, PendingActions } from './pending-actions.tsx'

type Props = { bookings: readonly TourBooking[]; onReleased: () => void }

/**
 * The seats of one tour that its traveller holds, on any day, each with the way to pay for them and to give them back. Bookings that
 * hold nothing any more are passed too: what went wrong with one stays to be read.
 */
export default function HeldSeats({ bookings, onReleased }: Props): ReactNode {
  const [isFree, setIsFree] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  const tell = () => {
    setIsFree(true)
    // The button that was pressed goes with its seats.
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
          onReleased={tell}
          className={AS_NOTE}
        />
      ))}
      <p ref={message} tabIndex={-1} role="status" className="text-sm text-ink-soft not-empty:mb-4">
        {isFree && 'Nothing was charged, and your seats are free again.'}
      </p>
    </>
  )
}

function heldText({ numberOfPeople: seats, travelDate }: Omit<TourBooking, 'id'>): string {
  const what = seats === undefined ? 'seats' : seats === 1 ? '1 seat' : `${seats} seats`
  return travelDate === undefined ? `You hold ${what}` : `You hold ${what} for ${longDay(travelDate)}`
}
