import { z } from 'zod/mini'
import { needing } from '#shared/lenient.ts'

export const pictureSchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    /** The largest WebP, on our origin. */
    filePath: z.string(),
    alt: z.optional(z.string()),
    /** Intrinsic size in pixels of `filePath`. */
    width: z.optional(z.number()),
    height: z.optional(z.number()),
    /** Dominant colour, shown while the picture loads. */
    color: z.optional(z.string()),
    /** Widths for which `<base>-<width>.avif` and `.webp` exist beside `filePath`; absent if only that file exists. */
    widths: z.optional(z.array(z.number())),
  }),
  'filePath',
)
export type TourPicture = z.infer<typeof pictureSchema>
