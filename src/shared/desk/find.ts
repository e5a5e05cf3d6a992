import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'
import { wordSchema } from '#shared/words.ts'
import { staffBookingSchema } from '#shared/bookings/staff.ts'

/** Shorter texts match too much. */
export const SHORTEST_FIND = 3
const TOO_SHORT = `Please type at least ${SHORTEST_FIND} characters`

/** Query of GET /staff/find: a reference, a payment id, an amount, or part of a name or email address. */
export const findQuerySchema = z.object({
  q: z.string(TOO_SHORT).check(typed, z.minLength(SHORTEST_FIND, TOO_SHORT), z.maxLength(254, 'That search is too long'), storable),
})

/**
 * Response of GET /staff/find: a few matches of each kind, newest bookings first. People are included only for users who may see accounts.
 */
export const foundSchema = z.object({
  bookings: z.array(
    z.extend(
      z.pick(staffBookingSchema, { id: true, reference: true, kind: true, status: true, title: true, startsOn: true, customer: true }),
      /** What matched, if it is not the customer. */
      { match: z.optional(z.object({ of: wordSchema<'traveller' | 'contact' | 'transfer' | 'amount'>(), text: z.string() })) },
    ),
  ),
  people: z.array(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })),
  tours: z.array(z.object({ id: z.string(), name: z.string(), destination: z.string() })),
})
export type Found = z.infer<typeof foundSchema>
export type ReadFound = z.input<typeof foundSchema>
