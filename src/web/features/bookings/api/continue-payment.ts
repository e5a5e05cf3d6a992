import type { QueryKey } from '@tanstack/react-query'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { leavePageFor } from '#web/lib/leave-page.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'

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
