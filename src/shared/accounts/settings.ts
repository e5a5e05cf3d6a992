import { z } from 'zod/mini'
import { givenPasswordSchema, newPasswordSchema } from './public.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { needing } from '#shared/lenient.ts'

export const WRONG_PASSWORD = 'This isn’t your current password'

/** Body of POST /account/password. */
export const changePasswordBodySchema = z.object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema })

/** Body of POST /account/delete. */
export const deleteAccountBodySchema = z.object({ password: givenPasswordSchema })

/**
 * Text fields sent with the file of POST /account/photo: the square to keep, in pixels of the image after applying its EXIF rotation.
 * Without them the centre is kept.
 */
export const photoCropSchema = z.object({
  x: z.coerce.number().check(z.gte(0)),
  y: z.coerce.number().check(z.gte(0)),
  size: z.coerce.number().check(z.gte(1)),
})
export type PhotoCrop = z.infer<typeof photoCropSchema>

/** One entry of GET /account/sessions. */
export const accountSessionSchema = needing(
  z.object({
    id: z.string(),
    /** Readable: 'Firefox on Windows'. */
    device: z.string(),
    /** ISO 8601; the last activity is accurate to ten minutes. */
    signedInAt: momentSchema,
    lastActiveAt: momentSchema,
    isCurrent: z.boolean(),
  }),
  'id',
)
