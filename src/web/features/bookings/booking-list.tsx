import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { isUpcoming } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { ART } from '#web/lib/art.ts'
import { todayThere } from '#web/lib/moments.ts'
import { BookingCard } from './booking-card.tsx'
import type { BookingTime, BookingView } from './booking-view.ts'
import { ConfirmedLinks } from './confirmed-links.tsx'
import { PendingActions } from './hold.tsx'
import type { LoadedBookings } from './own-lists.ts'

type Shown<T> = {
  /** Called only for bookings that are shown, since formatting dates is expensive. */
  toView: (booking: T) => BookingView
  timeOf: (booking: T) => BookingTime
  onView: (booking: BookingView) => void
  /** Called after a booking's held seats were released. */
  onReleased?: () => void
  /** Rendered under a booking's card by other features. */
  more: ComponentType<{ booking: BookingView }>
}

export function BookingPanel<T>({ list, empty, ...shown }: Shown<T> & { list: LoadedBookings<T>; empty: ReactNode }) {
  if (list.isPending) return <BookingListSkeleton />
  const { bookings, total } = list
  if (bookings === undefined) return <Missing onRetry={list.retry} />
  if (bookings.length === 0) return empty
  return <BookingList bookings={bookings} total={total} rest={list.more} {...shown} />
}

/** Shown after a failure, which specification §8 only logs: an empty list would claim that nothing was booked. */
function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState picture={ART['empty-state']} title="We couldn’t load your bookings" action={<Button onClick={onRetry}>Try again</Button>}>
      They’re safe. Please try again in a moment.
    </EmptyState>
  )
}

/** Bookings added at a time, since rendering thousands at once would freeze the page. */
const STEP = 50

type ListProps<T> = Shown<T> & { bookings: T[]; total: number; rest: LoadedBookings<T>['more'] }

function BookingList<T>({ bookings, total, rest, toView, timeOf, onView, onReleased, more: More }: ListProps<T>) {
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
function BookingListSkeleton() {
  return (
    <div aria-hidden="true" className="grid min-h-dvh content-start gap-4">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
    </div>
  )
}

/**
 * Sorts bookings: unfinished and upcoming ones first, soonest first, then past ones, latest first. The server uses the same order, but
 * other servers may not, and a booking may have been cancelled since.
 */
export function inTime<T>(
  bookings: readonly T[],
  timeOf: (booking: T) => BookingTime,
  todayIn: (timeZone: string | undefined) => Day,
): { upcoming: T[]; past: T[] } {
  const timed = bookings.map((booking) => ({ booking, ...timeOf(booking) }))
  const isToCome = ({ status, day, timeZone }: BookingTime) => isUpcoming(status, day, todayIn(timeZone))
  const [upcoming, past] = [timed.filter(isToCome), timed.filter((each) => !isToCome(each))]
  return {
    upcoming: upcoming.toSorted((one, other) => compared(one.day, other.day)).map(({ booking }) => booking),
    past: past.toSorted((one, other) => compared(other.day, one.day)).map(({ booking }) => booking),
  }
}

/** Unknown days sort last. */
function compared(one: Day = '9999-12-31', other: Day = '9999-12-31'): number {
  return one < other ? -1 : Number(one > other)
}
