import { z } from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { decimalSchema } from '#shared/response-fields.ts'
import { choiceFields } from '#shared/tours/offers/public.ts'
import { AT_LEAST_ONE_GUEST, MAX_GUESTS } from './public.ts'

/** Body of POST /create-checkout-session (specification §5, §7). The server determines the amount. */
export const createCheckoutBodySchema = z.object({
  priceId: z.string('priceId is required').check(z.minLength(1, 'priceId is required'), z.maxLength(255, 'priceId is too long')),
  tour_id: z.string('tour_id is required').check(z.minLength(1, 'tour_id is required'), z.maxLength(100, 'tour_id is too long')),
  totalGuests: z
    .number('totalGuests must be a whole number')
    .check(
      z.int('totalGuests must be a whole number'),
      z.gte(1, AT_LEAST_ONE_GUEST),
      z.lte(MAX_GUESTS, 'That’s more guests than a tour can take'),
    ),
  travelDate: daySchema,
  ...choiceFields,
  pickupId: z.optional(z.string().check(z.maxLength(40))),
  /** Required with any of these: the total that was shown, as a decimal. Another one is refused. */
  expectedTotal: z.optional(decimalSchema),
})
export type CreateCheckoutBody = z.infer<typeof createCheckoutBodySchema>
