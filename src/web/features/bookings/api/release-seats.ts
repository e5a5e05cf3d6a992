import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { tourBookingsQuery } from './list-my-bookings.ts'

function releaseSeats(bookingId: string) {
  return postJson(calls.releaseSeats(bookingId))
}

export function useReleaseSeats(bookingId: string, onReleased?: () => void) {
  const reload = useReload(tourBookingsQuery.queryKey)
  return useCall({ mutationFn: () => releaseSeats(bookingId), onSuccess: () => onReleased?.(), onSettled: reload })
}
