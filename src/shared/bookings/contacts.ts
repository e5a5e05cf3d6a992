import { z } from 'zod/mini'
import { emailSchema } from '#shared/accounts/public.ts'

/**
 * Body of POST /staff/bookings/{id}/address. Refused unless `seenEmail` is still the current address and `seenAsked` the one requested but
 * not yet confirmed.
 */
export const correctAddressBodySchema = z.object({ email: emailSchema, seenEmail: emailSchema, seenAsked: z.nullable(emailSchema) })
export type CorrectAddressBody = z.infer<typeof correctAddressBodySchema>
