import { z } from 'zod/mini'
import { needing } from './lenient.ts'

/** An uploaded photo. `url` is a path on our origin, accessible to its owner and staff only. */
export const photoSchema = needing(
  z.object({
    id: z.string(),
    itemId: z.nullable(z.string()),
    name: z.string(),
    url: z.string(),
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
  }),
  'id',
  'name',
)
export type Photo = z.infer<typeof photoSchema>
