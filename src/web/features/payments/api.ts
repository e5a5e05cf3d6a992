import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import type { CheckoutSessionAnswer, CreateCheckoutBody } from '#shared/payments.ts'
import { getJson, postJson } from '#web/lib/http.ts'

/** Starts a checkout; the answer's url is the hosted card page. */
export function createCheckout(body: CreateCheckoutBody) {
  return postJson<{ url?: string } | null>(calls.createCheckout, body)
}

/** The payment that the provider's page came back from; `session` is nested in the answer. */
export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['payments', 'session', sessionId],
    queryFn: async ({ signal }) => {
      const answer = await getJson<Partial<CheckoutSessionAnswer> | null>(calls.checkoutSession(sessionId), {}, { signal })
      if (!answer?.session) throw new Error('The answer holds no session')
      return answer.session
    },
    // The status may still turn from unpaid to paid: always ask again.
    staleTime: 0,
  })
}
