import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { refundPreviewSchema } from '#shared/bookings/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import { useCancelBooking, type CancelledBooking } from './api/cancel-booking.ts'
import { refundPreviewQuery } from './api/get-refund-preview.ts'

/**
 * State of viewing and cancelling a booking: the open dialog and the call. `onCancelled` receives the previewed refund, if there was a
 * preview.
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
  const cancelling = useCancelBooking<Booking>((cancelled) => {
    close()
    setIsDone(true)
    onCancelled(cancelled, client.getQueryData(refundPreviewQuery(cancelled.id).queryKey))
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
