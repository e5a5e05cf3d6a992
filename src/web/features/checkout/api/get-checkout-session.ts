import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { checkoutSessionResponseSchema } from '#shared/payments/public.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** The payment of a completed checkout; the response nests it under `session`. */
export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['payments', 'session', sessionId],
    queryFn: ({ signal }) => responseOf(checkoutSessionResponseSchema, getJson(calls.checkoutSession(sessionId), {}, { signal })),
    select: ({ session }) => session,
    // The status may still change from unpaid to paid, so it is always refetched.
    staleTime: 0,
  })
}
