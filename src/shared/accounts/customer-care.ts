import { z } from 'zod/mini'
import { emailSchema, nameSchema } from './public.ts'

/** Body of POST /staff/customers/{id}/name. `seenName`: the one that it replaces; any other is refused, since somebody has been quicker. */
export const correctNameBodySchema = z.object({ name: nameSchema, seenName: z.string().check(z.maxLength(100)) })
export type CorrectNameBody = z.infer<typeof correctNameBodySchema>

/** Body of POST /staff/customers/{id}/email: of somebody who has none so far. */
export const addEmailBodySchema = z.object({ email: emailSchema })
