import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancellationReason, type refundPreviewSchema } from '#shared/bookings/public.ts'
import { cancelOwnBooking, previewRefund } from '#shared/cancellations/calls.ts'
import type { Lenient } from '#shared/lenient.ts'
import { queryOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'

/** The part of a booking that a cancellation needs. */
type CancelledBooking = { kind: string; id: string; stripeId: string | null }

/** Beyond specification §7: failures are silent. */
export function refundPreviewQuery(id: string) {
  const query = queryOf(previewRefund, { params: { id } }, { key: ['bookings', 'refund-preview', id], staleTime: 0 })
  return { ...query, retry: false }
}

/**
 * State of viewing and cancelling a booking: the open dialog and the call. `onCancelled` receives the previewed refund, if there was a
 * preview, and updates the list that shows the booking; the vehicle list is not refetched (specification §4).
 */
export function useCancellation<Booking extends CancelledBooking>(
  onCancelled: (booking: Booking, preview: Lenient<typeof refundPreviewSchema> | undefined) => void,
) {
  const client = useQueryClient()
  const [booking, setBooking] = useState<Booking>()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isDone, setIsDone] = useState(false)

  const close = () => {
    setBooking(undefined)
    setIsConfirming(false)
  }
  const cancelling = useCall({
    // The response is ignored (specification §7).
    mutationFn: ({ booking: { id: bookingId, stripeId }, reason }: { booking: Booking; reason: string }) =>
      postJson(cancelOwnBooking.path, { bookingId, stripeId, reason: cancellationReason(reason) }),
    onError: (error) => logProblem('A booking could not be cancelled', error),
    onSuccess(_answer, { booking: cancelled }) {
      close()
      setIsDone(true)
      onCancelled(cancelled, client.getQueryData(refundPreviewQuery(cancelled.id).queryKey))
    },
  })

  return {
    booking,
    isConfirming,
    isBusy: cancelling.isPending,
    hasFailed: cancelling.isError,
    isDone,
    view: setBooking as (booking: Booking) => void,
    close,
    askToConfirm: () => {
      cancelling.reset()
      setIsConfirming(true)
    },
    back: () => setIsConfirming(false),
    confirm: (reason: string) => booking && cancelling.mutate({ booking, reason }),
    forgetDone: () => setIsDone(false),
  }
}
