import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { checkoutSessionResponseSchema } from '#shared/payments/public.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** While money is on its way, which can take days, an open page looks for it this often and this many times. */
const LOOK_AGAIN_MS = 10_000
const MAX_LOOKS = 30

/** Returns the query for the payment of a checkout that has come back to us; `session` is nested in the response. */
export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['payments', 'session', sessionId],
    queryFn: ({ signal }) => responseOf(checkoutSessionResponseSchema, getJson(calls.checkoutSession(sessionId), {}, { signal })),
    select: ({ session }) => session,
    // The status may still change from unpaid to paid: always ask again.
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.session.booking?.isPaymentOnItsWay === true && dataUpdateCount <= MAX_LOOKS && LOOK_AGAIN_MS,
  })
}
