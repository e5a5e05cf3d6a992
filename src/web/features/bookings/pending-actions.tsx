import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useReleaseSeats } from './api/release-seats.ts'
import { tourBookingsQuery } from './api/list-my-bookings.ts'
import type { BookingView } from './booking-view.ts'
import { holdEndText, holdLeftText } from './hold.ts'
import { useContinuePayment } from './api/continue-payment.ts'

type Props = {
  booking: Pick<BookingView, 'id' | 'holdExpiresAt' | 'heldUntil'>
  /** The text before the time at which the hold ends. */
  held?: string
  onReleased?: (() => void) | undefined
  className?: string
}

const UNDER_ITS_CARD = 'mt-4 border-t border-line pt-4'
/** For use above other content. */
export const AS_NOTE = 'mb-4 rounded-field border border-sun-deep/35 bg-sun-tint px-3 py-3 sm:px-4'

/** Lets the traveller pay for or release the seats held by a pending tour booking. */
export function PendingActions({ booking, held = 'Seats held', onReleased, className = UNDER_ITS_CARD }: Props) {
  const left = useTimeLeft(booking)
  const paying = useContinuePayment(booking.id, tourBookingsQuery)
  const releasing = useReleaseSeats(booking.id, onReleased)
  const error = paying.error ?? releasing.error

  // An error stays visible even if the reloaded booking no longer offers any action.
  if (booking.holdExpiresAt === null && !error) return null
  return (
    <div className={classNames('flex flex-wrap items-center justify-between gap-x-6 gap-y-3', className)}>
      {booking.holdExpiresAt !== null && (
        <p className="flex items-start gap-2 text-sm text-balance">
          <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-sun-deep" />
          {left === undefined ? 'Your seats are no longer held.' : `${held} until ${left}`}
        </p>
      )}
      {left !== undefined && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            size="small"
            className="min-h-11 max-sm:px-3"
            isBusy={paying.isPending}
            disabled={releasing.isPending}
            onClick={() => paying.mutate()}
          >
            Continue payment
          </Button>
          <Button
            size="small"
            variant="quiet"
            className="min-h-11 max-sm:px-3"
            isBusy={releasing.isPending}
            disabled={paying.isPending}
            onClick={() => releasing.mutate()}
          >
            Release seats
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {messageOf(error, 'That didn’t work. Please try again.', NO_RESPONSE)}
        </p>
      )}
    </div>
  )
}

/** "14:35 (12 minutes left)"; undefined once the hold is over. */
function useTimeLeft({ holdExpiresAt, heldUntil }: Props['booking']): string | undefined {
  const [now, setNow] = useState(() => serverNow().getTime())
  useEffect(() => {
    if (holdExpiresAt === null) return
    const timer = setInterval(() => setNow(serverNow().getTime()), 10_000)
    return () => clearInterval(timer)
  }, [holdExpiresAt])
  const left = holdExpiresAt === null ? undefined : holdLeftText(holdExpiresAt, now)
  return left && `${heldUntil ?? holdEndText(holdExpiresAt ?? '', now)} (${left})`
}
