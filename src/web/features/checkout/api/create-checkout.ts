import { calls } from '#shared/paths.ts'
import { createCheckoutResponseSchema } from '#shared/payments/public.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** `url` in the response is the hosted checkout. */
export function createCheckout(body: CreateCheckoutBody) {
  return responseOf(createCheckoutResponseSchema, postJson(calls.createCheckout, body))
}
