import { z } from 'zod/mini'
import { needing } from '#shared/lenient.ts'

const suggestionSchema = needing(
  z.object({ id: z.string(), name: z.string(), destination: z.string(), /** Days. */ duration: z.number() }),
  'id',
  'name',
)
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestionsResponseSchema = z.object({ data: z.array(suggestionSchema), closest: z.optional(z.array(suggestionSchema)) })
