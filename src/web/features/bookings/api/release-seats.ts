import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { tourBookingsQuery } from './list-my-bookings.ts'

export function useReleaseSeats(bookingId: string, onReleased?: () => void) {
  const reload = useReload(tourBookingsQuery.queryKey)
  return useCall({ mutationFn: () => ask(releaseSeats, { params: { id: bookingId } }), onSuccess: () => onReleased?.(), onSettled: reload })
}
