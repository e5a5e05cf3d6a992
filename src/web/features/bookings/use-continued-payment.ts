import { useMutation } from '@tanstack/react-query'
import { continuePayment } from './api.ts'

/** Goes to the card page of a booking that waits for its payment; `onError` when there is none to go to. */
export function useContinuedPayment(bookingId: string, onError: () => unknown) {
  return useMutation({
    mutationFn: async () => {
      const answer = await continuePayment(bookingId)
      if (!answer?.url) throw new Error('No checkout URL returned')
      window.location.assign(answer.url)
      // Busy until this page is left; a page that comes out of the browser's cache starts afresh.
      await new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }))
    },
    onError,
  })
}
