import { z } from 'zod/mini'
import { plainName, typed } from '#shared/fields.ts'
import { phoneSchema } from '#shared/phone-fields.ts'

/** Body of POST /bookings/{id}/travellers, beyond specification §7: optional names, and a phone number. */
export const travellersBodySchema = z.object({
  names: z
    .array(z.string().check(typed, z.maxLength(100, 'Name must be at most 100 characters'), plainName))
    .check(z.maxLength(1000, 'There are more names than travellers')),
  /** For this journey; if omitted, the stored number is kept. */
  phone: z.optional(z.nullable(phoneSchema)),
})
