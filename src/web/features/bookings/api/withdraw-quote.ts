import { withdrawQuote } from '#shared/quotes/calls.ts'
import { ask } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { vehicleBookingsQuery } from './list-my-bookings.ts'

export function useWithdrawQuote(bookingId: string) {
  const reload = useReload(vehicleBookingsQuery.queryKey)
  return useCall({ mutationFn: async () => ask(withdrawQuote, { params: { id: bookingId } }), onSettled: reload })
}
