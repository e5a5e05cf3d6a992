import { z } from 'zod/mini'
import { factorCodeSchema, givenPasswordSchema } from './public.ts'
import { passkeyResponseSchema } from './passkeys.ts'

/** Body of POST /auth/confirm-identity: one of the proofs named by `confirmWith` in the refusal. Everything given must be correct. */
export const confirmIdentityBodySchema = z.object({
  password: z.optional(givenPasswordSchema),
  code: z.optional(factorCodeSchema),
  passkey: z.optional(passkeyResponseSchema),
})
export type ConfirmIdentityBody = z.infer<typeof confirmIdentityBodySchema>

/** Response of POST /auth/confirm-identity, and of GET while nothing has to be confirmed. */
export const confirmedIdentitySchema = z.object({ message: z.string(), confirmedUntil: z.string() })
