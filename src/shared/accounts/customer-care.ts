import { z } from 'zod/mini'
import { emailSchema, nameSchema } from './public.ts'

/** Body of POST /staff/customers/{id}/name. Refused unless `seenName` is still the current name. */
export const correctNameBodySchema = z.object({ name: nameSchema, seenName: z.string().check(z.maxLength(100)) })
export type CorrectNameBody = z.infer<typeof correctNameBodySchema>

/** Body of POST /staff/customers/{id}/email, for a customer without an address. */
export const addEmailBodySchema = z.object({ email: emailSchema })
