import { z } from 'zod/mini'
import { boughtFields } from './bought.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { storable, typed } from '#shared/fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { daySchema } from '#shared/day-schema.ts'

export const bookingNoteSchema = z.object({ id: z.string(), body: z.string(), writtenBy: z.string(), writtenAt: momentSchema })
export type BookingNote = z.infer<typeof bookingNoteSchema>

/** Body of POST /staff/bookings/{id}/notes. */
export const writeNoteBodySchema = z.object({
  body: z
    .string('Please write a note')
    .check(typed, z.minLength(1, 'Please write a note'), z.maxLength(2000, 'Notes can be up to 2,000 characters'), storable),
})

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
