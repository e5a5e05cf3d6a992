import { z } from 'zod/mini'
import { storable, typed } from '#shared/fields.ts'
import { pictureSchema } from './pictures.ts'

/** Widths in pixels that are made of a picture of a tour, as far as it has them, and its own if it is smaller than the least. */
export const PICTURE_WIDTHS = [800, 1600] as const
/** A picture that is narrower would be blurred on every screen. */
export const LEAST_PICTURE_WIDTH = 800
export const LEAST_PICTURE_HEIGHT = 450
/** How many times as long as its shorter side the longer one may be. */
export const MAX_STRETCHED = 3
export const MAX_ALT_LENGTH = 300

const alt = z.string().check(typed, z.maxLength(MAX_ALT_LENGTH, `A description is limited to ${MAX_ALT_LENGTH} characters`), storable)
const pixels = z.number('Pixels are whole numbers').check(z.int('Pixels are whole numbers'), z.gte(0), z.lte(20_000))

/** A part of a picture, in pixels of its original. */
const cropSchema = z.object({ left: pixels, top: pixels, width: pixels, height: pixels })
export type Crop = z.infer<typeof cropSchema>

/** A picture of a tour as staff see it. `original`: what it was cut from; null for the artwork that comes with the site. */
export const staffPictureSchema = z.extend(pictureSchema, {
  alt: z.string(),
  original: z.nullable(
    z.object({
      /** For staff only. */
      url: z.string(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  /** The part that is shown. */
  crop: z.nullable(cropSchema),
})
export type StaffPicture = z.infer<typeof staffPictureSchema>

/**
 * Response of POST /staff/pictures (a form with `alt`, which may be missing, before one file), POST /staff/pictures/{id}/crop and PUT /staff/pictures/{id}. A
 * picture that no tour has is removed after a day.
 */
export const staffPictureResponseSchema = z.object({ picture: staffPictureSchema })

/** Body of POST /staff/pictures/{id}/crop: makes another picture of the same original, with an id of its own. */
export const cropPictureBodySchema = cropSchema

/** Body of PUT /staff/pictures/{id}. `seenAlt`: the description that it replaces; any other is 409 `picture_changed`. */
export const describePictureBodySchema = z.object({ alt, seenAlt: z.string().check(z.maxLength(MAX_ALT_LENGTH)) })
