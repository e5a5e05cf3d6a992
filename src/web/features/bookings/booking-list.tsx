import { useState, type ComponentType } from 'react'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { BookingCard } from './booking-card.tsx'
import type { BookingView } from './booking-view.ts'
import { ConfirmedLinks } from './confirmed-links.tsx'
import { PendingActions } from './pending-actions.tsx'

/** The number of bookings added at a time: thousands at once would freeze the page. */
const STEP = 50

type Props<T> = {
  bookings: T[]
  /** Called only for bookings that are shown: formatting dates costs more than drawing them. */
  toView: (booking: T) => BookingView
  onView: (booking: BookingView) => void
  /** What other features show about a booking, under its card. */
  more: ComponentType<{ booking: BookingView }>
}

export function BookingList<T>({ bookings, toView, onView, more: More }: Props<T>) {
  const [limit, setLimit] = useState(STEP)
  const shown = bookings.slice(0, limit).map(toView)
  return (
    <>
      <ul className="grid gap-4">
        {shown.map((booking) => (
          <li key={booking.id}>
            <BookingCard booking={booking} onView={onView}>
              {booking.kind === 'tour' && booking.isConfirmed && <ConfirmedLinks bookingId={booking.id} />}
              {booking.kind === 'tour' && <PendingActions booking={booking} />}
              <More booking={booking} />
            </BookingCard>
          </li>
        ))}
      </ul>
      {shown.length < bookings.length && (
        <div className="mt-8 text-center">
          <p role="status" className="mb-3 text-ink-soft">
            Showing {shown.length} of {bookings.length}
          </p>
          <Button variant="secondary" onClick={() => setLimit(limit + STEP)}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

export function BookingListSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
    </div>
  )
}
