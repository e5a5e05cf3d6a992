import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'
import { pictureSchema } from './pictures.ts'

/** Widths in pixels in which a tour's picture is generated, as far as the original allows; at least its own width. */
export const PICTURE_WIDTHS = [800, 1600] as const
/** A narrower picture would be blurred on every screen. */
export const MIN_PICTURE_WIDTH = 800
export const MIN_PICTURE_HEIGHT = 450
/** Maximum aspect ratio (longer side to shorter side). */
export const MAX_STRETCHED = 3
export const MAX_ALT_LENGTH = 300

const alt = z.string().check(typed, z.maxLength(MAX_ALT_LENGTH, `Description must be at most ${MAX_ALT_LENGTH} characters`), storable)
const pixels = z.number('Pixels must be whole numbers').check(z.int('Pixels must be whole numbers'), z.gte(0), z.lte(20_000))

/** A crop, in pixels of the original. */
export const cropSchema = z.object({ left: pixels, top: pixels, width: pixels, height: pixels })
export type Crop = z.infer<typeof cropSchema>

/** A tour's picture as staff see it. `original` is what it was cropped from; null for the site's own artwork. */
export const staffPictureSchema = z.extend(pictureSchema, {
  alt: z.string(),
  original: z.nullable(
    z.object({
      /** Accessible to staff only. */
      url: z.string(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  crop: z.nullable(cropSchema),
})
export type StaffPicture = z.infer<typeof staffPictureSchema>

export const staffPictureResponseSchema = z.object({ picture: staffPictureSchema })

/** Unless `seenAlt` is still the current description: 409 `picture_changed`. */
export const describePictureBodySchema = z.object({ alt, seenAlt: z.string().check(z.maxLength(MAX_ALT_LENGTH)) })
