import type { ReactNode } from 'react'
import { longDay } from '#shared/dates.ts'
import type { TourBooking } from './booking-view.ts'
import { PendingActions } from './pending-actions.tsx'

/**
 * The seats of one tour that its traveller holds, on any day, each with the way to pay for them and to give them back. Bookings that
 * hold nothing any more are passed too: what went wrong with one stays to be read.
 */
export default function HeldSeats({ bookings, onReleased }: { bookings: readonly TourBooking[]; onReleased: () => void }): ReactNode {
  return bookings.map(({ id, holdExpiresAt = null, ...booking }) => (
    <PendingActions
      key={id}
      booking={{ id, holdExpiresAt }}
      held={heldText(booking)}
      onReleased={onReleased}
      className="mb-4 rounded-field border border-sun-deep/35 bg-sun-tint px-3 py-3 sm:px-4"
    />
  ))
}

function heldText({ numberOfPeople: seats, travelDate }: Omit<TourBooking, 'id'>): string {
  const what = seats === undefined ? 'seats' : seats === 1 ? '1 seat' : `${seats} seats`
  return travelDate === undefined ? `You hold ${what}` : `You hold ${what} for ${longDay(travelDate)}`
}
