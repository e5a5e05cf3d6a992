import { z } from 'zod/mini'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { wordSchema } from '#shared/words.ts'
import { needing } from '#shared/lenient.ts'
import { pictureSchema } from '#shared/tours/pictures.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { daySchema } from '#shared/day-schema.ts'

/** What a payment is to its booking: the one it was confirmed with, or one that goes back or waits for a decision. */
export type PaymentRole = 'primary' | 'duplicate' | 'late' | 'quarantined'

/** How far a checkout has come. */
export type AttemptStatus = 'creating' | 'open' | 'complete' | 'expired' | 'failed'

/** The least and the most that the card provider takes in one payment, in cents of any currency (our own choice for payments 2.10). */
export const PROVIDER_MINIMUM_CENTS = 50
export const PROVIDER_MAXIMUM_CENTS = 99_999_999

export const AT_LEAST_ONE_GUEST = 'Select at least 1 guest'
/** The most guests in one checkout. */
export const MAX_GUESTS = 1000

/** Body of POST /create-checkout-session (specification §5, §7). The server decides the amount. */
export const createCheckoutBodySchema = z.object({
  priceId: z.string('priceId is required').check(z.minLength(1, 'priceId is required'), z.maxLength(255, 'priceId is too long')),
  tour_id: z.string('tour_id is required').check(z.minLength(1, 'tour_id is required'), z.maxLength(100, 'tour_id is too long')),
  totalGuests: z
    .number('totalGuests must be a whole number')
    .check(
      z.int('totalGuests must be a whole number'),
      z.gte(1, AT_LEAST_ONE_GUEST),
      z.lte(MAX_GUESTS, 'That is more guests than a tour takes'),
    ),
  travelDate: daySchema,
})
export type CreateCheckoutBody = z.infer<typeof createCheckoutBodySchema>

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
      /** 'paid', 'unpaid', 'under review', or 'refunded' when the money went back (sold out in the meantime, paid twice, or not what was agreed). */
      payment_status: z.string(),
      receipt_url: z.nullable(z.string()),
      /** What was paid for, beyond specification §3. */
      booking: z.optional(
        z.object({
          kind: z.enum(['tour', 'vehicle']),
          id: z.string(),
          /** As people read it out, such as `M-7K3P9XQD`. */
          reference: z.string(),
          /** What has become of the booking since: the result can be opened again long after. */
          status: wordSchema<BookingStatus>(),
          /** Of a tour. */
          tourId: z.nullable(z.string()),
          title: z.string(),
          /** The tour's first picture, as it is now; absent without any, and of a move. */
          picture: z.optional(pictureSchema),
          startsOn: daySchema,
          /** Where the days until travel are counted; missing where they count by the agency's clocks. */
          timeZone: z.optional(z.string()),
          /** Of a tour. */
          guests: z.nullable(z.number()),
          refundPolicy: refundPolicySchema,
          /** Whether the checkout is complete and its money still to come (row 63). */
          isPaymentOnItsWay: z.boolean(),
          /** Whether the money went back because the journey or the move had been paid already. */
          isPaidTwice: z.boolean(),
          /** Whether another amount or currency was paid than agreed, and the booking is not confirmed with it (row 39). */
          isNotAsAgreed: z.boolean(),
        }),
      ),
    }),
  }),
  'session',
)
/** Response of GET /checkout-session/{id} (specification §3, §7). */
export type CheckoutSessionResponse = z.infer<typeof checkoutSessionResponseSchema>
