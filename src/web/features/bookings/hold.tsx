import type { QueryKey } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DAY_MS } from '#shared/dates.ts'
import { continuePayment, releaseSeats } from '#shared/payments/checkout-calls.ts'
import { Button } from '#web/components/button.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { leavePageFor } from '#web/lib/leave-page.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import type { BookingView } from './booking-view.ts'
import { tourBookingsQuery } from './own-lists.ts'

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

/** Opens the hosted checkout of a booking that awaits payment. On failure the list is refetched. */
export function useContinuePayment(bookingId: string, list: { queryKey: QueryKey }) {
  const reload = useReload(list.queryKey)
  return useCall({
    mutationFn: async () => {
      const answer = await ask(continuePayment, { params: { id: bookingId } })
      if (!answer.url) throw new Error('No checkout URL returned')
      await leavePageFor(answer.url)
    },
    onError: reload,
  })
}

function useReleaseSeats(bookingId: string, onReleased?: () => void) {
  const reload = useReload(tourBookingsQuery.queryKey)
  return useCall({ mutationFn: () => ask(releaseSeats, { params: { id: bookingId } }), onSuccess: () => onReleased?.(), onSettled: reload })
}

/** When the hold ends, in the visitor's time zone: "14:35", or "28 Nov, 00:00" on another day. */
export function holdEndText(holdExpiresAt: string, now: number): string {
  const end = new Date(holdExpiresAt)
  const day = end.getTime() - now < DAY_MS ? {} : ({ day: 'numeric', month: 'short' } as const)
  return end.toLocaleString('en-GB', { ...day, hour: '2-digit', minute: '2-digit' })
}

/** "12 minutes left", in whole minutes, hours or days so that the text rarely changes; undefined once the hold is over. */
export function holdLeftText(holdExpiresAt: string, now: number): string | undefined {
  const milliseconds = Date.parse(holdExpiresAt) - now
  if (!(milliseconds > 0)) return undefined
  const minutes = Math.ceil(milliseconds / 60_000)
  if (minutes >= 2 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} days left`
  if (minutes >= 2 * 60) return `${Math.floor(minutes / 60)} hours left`
  return minutes === 1 ? 'less than a minute left' : `${minutes} minutes left`
}
