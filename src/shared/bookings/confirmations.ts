import { z } from 'zod/mini'
import { tourBookingSchema } from './public.ts'
import { needing } from '#shared/lenient.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'

/** GET /bookings/{id}/confirmation, beyond specification §7: what the printable confirmation shows. */
export const confirmationResponseSchema = needing(
  z.object({
    booking: needing(
      z.extend(tourBookingSchema, {
        customerName: z.string(),
        customerEmail: z.string(),
        /** ISO moment. */
        paidAt: z.nullable(momentSchema),
        /** Decimal string per person. */
        unitPrice: decimalSchema,
        /** Days. */
        duration: z.number(),
        meetingPoint: z.optional(z.string()),
        /** On the clocks of the place, `HH:MM`. */
        startTime: z.optional(z.string()),
        /** The title of each day of the itinerary. */
        days: z.optional(z.array(z.string())),
        /** As it was when the booking was made. */
        refundPolicy: z.optional(refundPolicySchema),
      }),
      'id',
    ),
    travellers: z.array(z.string()),
    /** For this journey, as it was typed. */
    phone: z.nullable(z.string()),
  }),
  'booking',
)
export type ConfirmationResponse = z.infer<typeof confirmationResponseSchema>
