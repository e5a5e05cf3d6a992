import { z } from 'zod/mini'
import { emailSchema, factorCodeSchema, givenPasswordSchema } from './public.ts'

/** Body of POST /account/email, which requests a new address. `code` is required if the account has a second factor. */
export const changeEmailBodySchema = z.object({ email: emailSchema, password: givenPasswordSchema, code: z.optional(factorCodeSchema) })

export const SAME_EMAIL = 'This is already your email address'
/** The message of POST /auth/confirm-email when the link has changed an account's address. */
export const EMAIL_CHANGED = 'Email changed'
