import { z } from 'zod/mini'
import { plainName, typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'
import { phoneSchema } from '#shared/phone-fields.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { tourBookingSchema } from './public.ts'

/** Response of GET /bookings/{id}/confirmation, beyond specification §7: the content of the printable confirmation. */
export const confirmationResponseSchema = needing(
  z.object({
    booking: needing(
      z.extend(tourBookingSchema, {
        customerName: z.string(),
        customerEmail: z.string(),
        paidAt: z.nullable(momentSchema),
        /** Decimal string per person. */
        unitPrice: decimalSchema,
        /** Days. */
        duration: z.number(),
        meetingPoint: z.optional(z.string()),
        /** Local time at the destination, `HH:MM`. */
        startTime: z.optional(z.string()),
        /** The itinerary's titles, one per day. */
        days: z.optional(z.array(z.string())),
        refundPolicy: z.optional(refundPolicySchema),
      }),
      'id',
    ),
    travellers: z.array(z.string()),
    /** For this journey, as typed. */
    phone: z.nullable(z.string()),
  }),
  'booking',
)
export type ConfirmationResponse = z.infer<typeof confirmationResponseSchema>

/** Body of POST /bookings/{id}/travellers, beyond specification §7: optional names, and a phone number. */
export const travellersBodySchema = z.object({
  names: z
    .array(z.string().check(typed, z.maxLength(100, 'Name must be at most 100 characters'), plainName))
    .check(z.maxLength(1000, 'There are more names than travellers')),
  /** For this journey; if omitted, the stored number is kept. */
  phone: z.optional(z.nullable(phoneSchema)),
})
