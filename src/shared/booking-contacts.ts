import { z } from 'zod/mini'
import { emailSchema } from './accounts.ts'

/** Body of POST /staff/bookings/{id}/address: `seenEmail` is the address that it replaces; any other is refused, since it has changed. */
export const correctAddressBodySchema = z.object({ email: emailSchema, seenEmail: emailSchema })
export type CorrectAddressBody = z.infer<typeof correctAddressBodySchema>
