import { z } from 'zod/mini'
import { vehicleBookingSchema } from './public.ts'
import { needing } from '#shared/lenient.ts'
import { photoSchema } from '#shared/photo-schema.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** GET /bookings/{id}/move, beyond specification §7: all that a person's own vehicle booking holds. */
export const moveSchema = needing(
  z.extend(vehicleBookingSchema, {
    pickupPinCode: z.string(),
    dropoffPinCode: z.string(),
    contact: z.object({ name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
    /** `item` is the index of the item in itemDetails.items. */
    photos: z.array(z.extend(photoSchema, { item: z.nullable(z.number()) })),
    /** ISO moment. */
    paidAt: z.nullable(momentSchema),
  }),
  'id',
)
export type Move = z.infer<typeof moveSchema>
