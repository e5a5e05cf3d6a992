import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { statusOf, type BookingView } from './booking-view.ts'

/** Green when confirmed, amber otherwise, and always also in words (specification §2). */
export function StatusBadge({ booking }: { booking: BookingView }) {
  const { isConfirmed } = booking
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap',
        isConfirmed ? 'text-sea' : 'text-sun-deep',
      )}
    >
      <span aria-hidden="true" className={classNames('size-2.5 rounded-pill print:hidden', isConfirmed ? 'bg-sea' : 'bg-sun')} />
      {statusOf(booking)}
    </span>
  )
}

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 xs:grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
