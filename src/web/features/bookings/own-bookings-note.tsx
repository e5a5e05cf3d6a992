import { Link } from 'react-router'
import type { Day } from '#shared/dates.ts'
import { pages } from '#shared/pages.ts'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import type { TourBooking } from './booking-view.ts'
import { heldSeatsText, paidOn, paidText } from './own-bookings.ts'

type Props = {
  bookings: readonly TourBooking[]
  day: Day
  /** Scrolls to the held seats in layouts where they are not beside the note. */
  onShowHeld: () => void
}

/** Warns, before booking, that the traveller has already paid for this day or holds seats. */
export function OwnBookingsNote({ bookings, day, onShowHeld }: Props) {
  const paid = paidText(paidOn(bookings, day))
  const held = heldSeatsText(bookings, serverNow().getTime())
  return (
    <>
      {paid !== undefined && (
        <p>
          <strong className="font-semibold">
            <UnbrokenReferences text={paid} />
          </strong>{' '}
          If you book again, you’ll pay for more seats.{' '}
          <Link to={pages.bookings} className="text-link inline-block">
            See it in My Bookings
          </Link>
        </p>
      )}
      {held !== undefined && (
        <p className="lg:hidden">
          <button type="button" onClick={onShowHeld} className="text-link min-h-6">
            You’re holding {held}: continue or release
          </button>
        </p>
      )}
    </>
  )
}
