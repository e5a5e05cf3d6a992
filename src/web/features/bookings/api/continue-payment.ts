import type { QueryKey } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { createCheckoutResponseSchema } from '#shared/payments/public.ts'
import { postJson, responseOf } from '#web/lib/http.ts'
import { leavePageFor } from '#web/lib/leave-page.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'

function continuePayment(bookingId: string) {
  return responseOf(createCheckoutResponseSchema, postJson(calls.continuePayment(bookingId)))
}

/** Opens the hosted checkout of a booking that awaits payment. On failure the list is refetched. */
export function useContinuePayment(bookingId: string, list: { queryKey: QueryKey }) {
  const reload = useReload(list.queryKey)
  return useCall({
    mutationFn: async () => {
      const answer = await continuePayment(bookingId)
      if (!answer.url) throw new Error('No checkout URL returned')
      await leavePageFor(answer.url)
    },
    onError: reload,
  })
}
