import { z } from 'zod/mini'
import { boughtFields } from './bought.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { daySchema } from '#shared/day-schema.ts'

/** Response of GET /staff/departures/{id}/manifest: the travellers of confirmed bookings. */
export const manifestSchema = z.object({
  departureId: z.string(),
  tour: z.string(),
  date: daySchema,
  people: z.number(),
  bookings: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      guests: z.number(),
      ...boughtFields,
      /** Those given so far; never more than there are guests. */
      travellers: z.array(z.string()),
      /** `email` is null for a customer without an email address. */
      contact: z.object({ name: z.string(), email: z.nullable(z.string()), phone: z.nullable(shownPhoneSchema) }),
      notes: z.array(z.string()),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>
