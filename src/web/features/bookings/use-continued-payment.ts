import { leavePageFor } from '#web/lib/leave-page.ts'
import { useCall } from '#web/lib/use-call.ts'
import { continuePayment } from './api.ts'

/** Goes to the hosted checkout of a booking that awaits payment; calls `onError` when there is none to go to. */
export function useContinuedPayment(bookingId: string, onError: () => unknown) {
  return useCall({
    mutationFn: async () => {
      const answer = await continuePayment(bookingId)
      if (!answer.url) throw new Error('No checkout URL returned')
      await leavePageFor(answer.url)
    },
    onError,
  })
}
