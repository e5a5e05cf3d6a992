import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { vehicleBookingsQuery } from './list-my-bookings.ts'

function withdrawQuote(bookingId: string) {
  return postJson(calls.withdrawQuote(bookingId))
}

export function useWithdrawQuote(bookingId: string) {
  const reload = useReload(vehicleBookingsQuery.queryKey)
  return useCall({ mutationFn: () => withdrawQuote(bookingId), onSettled: reload })
}
