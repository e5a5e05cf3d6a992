import { z } from 'zod/mini'
import { plainName, typed } from '#shared/fields.ts'
import { phoneSchema } from '#shared/phone-fields.ts'
import { accountSchema, MAX_NAME_LENGTH, NAME_TOO_LONG } from './public.ts'
import { needing } from '#shared/lenient.ts'

/** Response of GET /account and of every change to it: the fields of the login response, and more that only the owner sees. */
export const ownAccountSchema = needing(
  z.object({ user: accountSchema, isEmailConfirmed: z.boolean(), /** As typed. */ phone: z.nullable(z.string()) }),
  'user',
)
export type OwnAccountResponse = z.infer<typeof ownAccountSchema>

/** Body of PUT /account: only fields that are present and not empty are changed (specification §4). */
export const updateAccountBodySchema = z.object({
  name: z.optional(z.string().check(typed, z.maxLength(MAX_NAME_LENGTH, NAME_TOO_LONG), plainName)),
  /** Null or an empty string removes it. */
  phone: z.optional(z.nullable(phoneSchema)),
})
