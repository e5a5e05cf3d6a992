import { useId, type ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { StatusBadge } from './status-badge.tsx'
import { travelersText, type BookingView } from './booking-view.ts'

type Props = {
  booking: BookingView
  onView: (booking: BookingView) => void
  /** What else can be done with the booking now, shown under its lines. */
  children?: ReactNode
}

/** One booking in the list (specification §2). */
export function BookingCard({ booking, onView, children }: Props) {
  const titleId = useId()
  const [day = '', ...month] = booking.shortDate.split(' ')
  return (
    <article aria-labelledby={titleId} className="@container rounded-card bg-paper p-5 shadow-card sm:p-6">
      <div className="grid items-start gap-4 @2xs:grid-cols-[auto_minmax(0,1fr)] @xl:grid-cols-[auto_minmax(0,1fr)_auto_auto] @xl:items-center @xl:gap-x-6">
        <p className="flex min-w-18 flex-col items-center justify-self-start rounded-field bg-sand px-3 py-2.5 text-center">
          <span className="font-display text-2xl font-semibold">{day}</span>{' '}
          <span className="text-sm font-semibold text-coral-deep">{month.join(' ')}</span>
        </p>
        <div className="min-w-0">
          <StatusBadge booking={booking} />
          <h2 id={titleId} className="mt-1 text-xl">
            {booking.title}
          </h2>
          <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-soft">
            <li>Duration: {booking.duration}</li>
            {booking.adults !== undefined && <li>{travelersText(booking)}</li>}
          </ul>
        </div>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2 @xl:contents">
          <p className="font-display text-xl font-semibold tabular-nums">{booking.price}</p>
          <Button variant="secondary" size="small" aria-describedby={titleId} onClick={() => onView(booking)} className="min-h-11 px-6">
            View
          </Button>
        </div>
      </div>
      {booking.refundText && <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">{booking.refundText}</p>}
      {children}
    </article>
  )
}
