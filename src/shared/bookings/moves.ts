import { z } from 'zod/mini'
import { vehicleBookingSchema } from './public.ts'
import { needing } from '#shared/lenient.ts'
import { photoSchema } from '#shared/photo-schema.ts'
import { momentSchema } from '#shared/response-fields.ts'

/** Response of GET /bookings/{id}/move, beyond specification §7. */
export const moveSchema = needing(
  z.extend(vehicleBookingSchema, {
    pickupPinCode: z.string(),
    dropoffPinCode: z.string(),
    contact: z.object({ name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
    /** `item` is the index in itemDetails.items. */
    photos: z.array(z.extend(photoSchema, { item: z.nullable(z.number()) })),
    paidAt: z.nullable(momentSchema),
  }),
  'id',
)
export type Move = z.infer<typeof moveSchema>
