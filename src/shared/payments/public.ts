import { z } from 'zod/mini'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { wordSchema } from '#shared/words.ts'
import { needing } from '#shared/lenient.ts'
import { pictureSchema } from '#shared/tours/pictures.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { daySchema } from '#shared/day-schema.ts'

/** How a payment relates to its booking: the one that confirmed it, one that is returned or awaits a decision, or one that never came. */
export type PaymentRole = 'primary' | 'duplicate' | 'late' | 'quarantined' | 'voided'

/** How far a checkout has come. */
export type AttemptStatus = 'creating' | 'open' | 'complete' | 'expired' | 'failed'

/** The card provider's limit for a payment, in cents of any currency; the smallest is `leastCharge`. */
export const PROVIDER_MAXIMUM_CENTS = 99_999_999

export const AT_LEAST_ONE_GUEST = 'Select at least 1 guest'
export const MAX_GUESTS = 1000

export const createCheckoutResponseSchema = z.object({ url: z.string() })

export const checkoutSessionResponseSchema = needing(
  z.object({
    session: z.object({
      payment_intent: z.nullable(z.object({ id: z.string() })),
      /** Cents; the page divides by 100 (specification §9). */
      amount_total: z.number(),
      currency: z.string(),
      payment_method_types: z.array(z.string()),
      /** Unix seconds. */
      created: z.number(),
      /**
       * 'paid', 'unpaid', 'under review', or 'refunded' if the money went back (sold out in the meantime, paid twice, or not what was
       * agreed).
       */
      payment_status: z.string(),
      receipt_url: z.nullable(z.string()),
      /** What was paid for, beyond specification §3. */
      booking: z.optional(
        z.object({
          kind: z.enum(['tour', 'vehicle']),
          id: z.string(),
          /** Human-readable, such as `M-7K3P9XQD`. */
          reference: z.string(),
          /** The booking's current status; the result can be opened again long after the payment. */
          status: wordSchema<BookingStatus>(),
          /** Tours only. */
          tourId: z.nullable(z.string()),
          title: z.string(),
          /** The tour's current first picture; absent if it has none, and for moves. */
          picture: z.optional(pictureSchema),
          startsOn: daySchema,
          /** Time zone for counting the days until travel: the tour's, else the agency's. */
          timeZone: z.optional(z.string()),
          /** Tours only. */
          guests: z.nullable(z.number()),
          refundPolicy: refundPolicySchema,
          /** Whether the money went back because the booking had already been paid. */
          isPaidTwice: z.boolean(),
          /** Whether the amount or currency paid was not what was agreed, so that it did not confirm the booking. */
          isNotAsAgreed: z.boolean(),
        }),
      ),
    }),
  }),
  'session',
)
/** Response of GET /checkout-session/{id} (specification §3, §7). */
export type CheckoutSessionResponse = z.infer<typeof checkoutSessionResponseSchema>
