import type { ComponentType, ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ART } from '#web/lib/art.ts'
import { BookingList, BookingListSkeleton } from './booking-list.tsx'
import type { BookingTime } from './booking-order.ts'
import type { BookingView } from './booking-view.ts'
import type { LoadedBookings } from './loaded-bookings.ts'

type Props<T> = {
  list: LoadedBookings<T>
  toView: (booking: T) => BookingView
  timeOf: (booking: T) => BookingTime
  onView: (booking: BookingView) => void
  onReleased?: () => void
  more: ComponentType<{ booking: BookingView }>
  empty: ReactNode
}

export function BookingPanel<T>({ list, empty, ...shown }: Props<T>) {
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
