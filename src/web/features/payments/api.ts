import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { checkoutSessionAnswerSchema, createCheckoutAnswerSchema, type CreateCheckoutBody } from '#shared/payments.ts'
import { answerOf, getJson, postJson } from '#web/lib/http.ts'

/** Starts a checkout; the answer's url is the hosted card page. */
export function createCheckout(body: CreateCheckoutBody) {
  return answerOf(createCheckoutAnswerSchema, postJson(calls.createCheckout, body))
}

/** The payment that the provider's page came back from; `session` is nested in the answer. */
export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['payments', 'session', sessionId],
    queryFn: ({ signal }) => answerOf(checkoutSessionAnswerSchema, getJson(calls.checkoutSession(sessionId), {}, { signal })),
    select: ({ session }) => session,
    // The status may still turn from unpaid to paid: always ask again.
    staleTime: 0,
  })
}
