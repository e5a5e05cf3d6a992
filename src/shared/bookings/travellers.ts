import { z } from 'zod/mini'
import { plainName, typed } from '#shared/fields.ts'
import { phoneSchema } from '#shared/phone-fields.ts'

/** Body of POST /bookings/{id}/travellers, beyond specification §7: an optional list of the travellers' names, and a number to reach them. */
export const travellersBodySchema = z.object({
  names: z
    .array(z.string().check(typed, z.maxLength(100, 'A name is limited to 100 characters'), plainName))
    .check(z.maxLength(1000, 'That is more names than travellers')),
  /** For this journey; without the field the one that was given stays. */
  phone: z.optional(z.nullable(phoneSchema)),
})
