import type { Lenient } from '#shared/lenient.ts'
import type { checkoutSessionResponseSchema } from '#shared/payments/public.ts'

/** A checkout as the payment result gets it (specification §3), whatever its response lacks. */
export type CheckoutSession = Lenient<typeof checkoutSessionResponseSchema>['session']
