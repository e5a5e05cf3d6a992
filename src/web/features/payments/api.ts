import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { checkoutSessionResponseSchema, createCheckoutResponseSchema, type CreateCheckoutBody } from '#shared/payments.ts'
import { responseOf, getJson, postJson } from '#web/lib/http.ts'

/** While money is on its way, which can take days, an open page looks for it this often and this many times. */
const LOOK_AGAIN_MS = 10_000
const MOST_LOOKS = 30

/** Starts a checkout; `url` in the response is the hosted checkout. */
export function createCheckout(body: CreateCheckoutBody) {
  return responseOf(createCheckoutResponseSchema, postJson(calls.createCheckout, body))
}

/** Returns the query for the payment of a checkout that has come back to us; `session` is nested in the response. */
export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['payments', 'session', sessionId],
    queryFn: ({ signal }) => responseOf(checkoutSessionResponseSchema, getJson(calls.checkoutSession(sessionId), {}, { signal })),
    select: ({ session }) => session,
    // The status may still change from unpaid to paid: always ask again.
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.session.booking?.isPaymentOnItsWay === true && dataUpdateCount <= MOST_LOOKS && LOOK_AGAIN_MS,
  })
}
