import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'
import { cancelBooking, markVehicleCancelled, tourBookingsQuery } from './api.ts'
import type { BookingView } from './booking-view.ts'

/** Lets the visitor view a booking and perhaps cancel it: holds which dialog is open, and how the call went. */
export function useCancellation() {
  const client = useQueryClient()
  const [booking, setBooking] = useState<BookingView>()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isDone, setIsDone] = useState(false)

  const close = () => {
    setBooking(undefined)
    setIsConfirming(false)
  }
  const cancelling = useCall({
    mutationFn: ({ booking: { id, stripeId }, reason }: { booking: BookingView; reason: string }) =>
      cancelBooking({ bookingId: id, stripeId, reason }),
    onError: (error) => logProblem('A booking could not be cancelled', error),
    onSuccess: (_answer, { booking: cancelled }) => {
      close()
      setIsDone(true)
      if (cancelled.kind === 'vehicle') markVehicleCancelled(client, cancelled.id)
      // Not awaited: the success is shown at once, and the list follows.
      else void client.invalidateQueries({ queryKey: tourBookingsQuery.queryKey })
    },
  })

  return {
    booking,
    isConfirming,
    isBusy: cancelling.isPending,
    hasFailed: cancelling.isError,
    isDone,
    view: setBooking,
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
