import { useMemo, useState, type ComponentType } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { todayThere } from '#web/lib/moments.ts'
import { BookingCard } from './booking-card.tsx'
import { inTime, type BookingTime } from './booking-order.ts'
import type { BookingView } from './booking-view.ts'
import { ConfirmedLinks } from './confirmed-links.tsx'
import { PendingActions } from './pending-actions.tsx'
import type { LoadedBookings } from './loaded-bookings.ts'

/** Bookings added at a time, since rendering thousands at once would freeze the page. */
const STEP = 50

type Props<T> = {
  bookings: T[]
  total: number
  rest: LoadedBookings<T>['more']
  /** Called only for bookings that are shown, since formatting dates is expensive. */
  toView: (booking: T) => BookingView
  timeOf: (booking: T) => BookingTime
  onView: (booking: BookingView) => void
  /** Called after a booking's held seats were released. */
  onReleased?: (() => void) | undefined
  /** Rendered under a booking's card by other features. */
  more: ComponentType<{ booking: BookingView }>
}

export function BookingList<T>({ bookings, total, rest, toView, timeOf, onView, onReleased, more: More }: Props<T>) {
  const [limit, setLimit] = useState(STEP)
  const region = useInheritedFocus()
  const { upcoming, past } = useMemo(() => inTime(bookings, timeOf, todayThere), [bookings, timeOf])
  const shown = Math.min(limit, bookings.length)
  const parts = [
    { title: 'Upcoming', bookings: upcoming.slice(0, limit) },
    { title: 'Past and cancelled', bookings: past.slice(0, Math.max(0, limit - upcoming.length)) },
  ]
  const showMore = () => {
    setLimit(limit + STEP)
    if (rest.isThere && limit + STEP > bookings.length) rest.load()
  }
  return (
    <div ref={region}>
      {parts
        .filter((part) => part.bookings.length > 0)
        .map((part) => (
          <section key={part.title} aria-label={part.title} className="not-first:mt-10">
            <h2 className="mb-4 text-2xl">{part.title}</h2>
            <ul className="grid gap-4">
              {part.bookings.map(toView).map((booking) => (
                <li key={booking.id}>
                  <BookingCard booking={booking} onView={onView}>
                    {booking.isConfirmed && <ConfirmedLinks booking={booking} />}
                    {booking.kind === 'tour' && <PendingActions booking={booking} onReleased={onReleased} />}
                    <More booking={booking} />
                  </BookingCard>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {(shown < bookings.length || rest.isThere) && (
        <div className="mt-8 text-center print:hidden">
          <p role="status" className="mb-3 text-ink-soft">
            Showing {shown} of {total}
          </p>
          {rest.hasFailed && <Alert className="mb-3">We couldn’t load more bookings. Please try again.</Alert>}
          <Button variant="secondary" isBusy={rest.isBusy} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** As high as the window, so that the footer comes into sight only after the list. */
export function BookingListSkeleton() {
  return (
    <div aria-hidden="true" className="grid min-h-dvh content-start gap-4">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
    </div>
  )
}
