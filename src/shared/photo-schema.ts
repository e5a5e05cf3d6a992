import { z } from 'zod/mini'
import { needing } from './lenient.ts'

/** A photo that has been uploaded. `url` is a path on our origin, for the owner and the staff only. */
export const photoSchema = needing(
  z.object({
    id: z.string(),
    itemId: z.nullable(z.string()),
    name: z.string(),
    url: z.string(),
    /** Pixels. */
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
  }),
  'id',
  'name',
)
export type Photo = z.infer<typeof photoSchema>
