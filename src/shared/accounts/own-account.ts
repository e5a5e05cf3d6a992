import { z } from 'zod/mini'
import { accountSchema } from './public.ts'
import { needing } from '#shared/lenient.ts'

/** Response of GET /account and of every change to it: the fields of the login response, and more that only the owner sees. */
export const ownAccountSchema = needing(
  z.object({ user: accountSchema, isEmailConfirmed: z.boolean(), /** As typed. */ phone: z.nullable(z.string()) }),
  'user',
)
export type OwnAccountResponse = z.infer<typeof ownAccountSchema>
