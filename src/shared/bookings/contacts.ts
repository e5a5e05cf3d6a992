import { z } from 'zod/mini'
import { emailSchema } from '#shared/accounts/public.ts'

/**
 * Body of POST /staff/bookings/{id}/address: `seenEmail` is the address that it replaces, and `seenAsked` the one that had been asked for
 * and was not confirmed yet; any other is refused, since somebody has been quicker.
 */
export const correctAddressBodySchema = z.object({ email: emailSchema, seenEmail: emailSchema, seenAsked: z.nullable(emailSchema) })
export type CorrectAddressBody = z.infer<typeof correctAddressBodySchema>
