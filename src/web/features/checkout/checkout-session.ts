import type { Lenient } from '#shared/lenient.ts'
import type { checkoutSessionResponseSchema } from '#shared/payments/public.ts'

/** The checkout session as the payment result receives it (specification §3); other servers may omit fields. */
export type CheckoutSession = Lenient<typeof checkoutSessionResponseSchema>['session']
