import { z } from 'zod/mini'
import { get, post, put } from '#shared/contract.ts'
import { cropSchema, describePictureBodySchema, staffPictureResponseSchema } from './staff-pictures.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })

/** An uploaded picture in one of its sizes. */
export const getPicture = get('/pictures/:id', { may: 'open' })

/** Takes a form with an optional `alt` before one file. A picture that no tour uses is removed after a day. */
export const uploadPicture = post('/staff/pictures', { may: 'tours.write', returns: staffPictureResponseSchema })
export const describePicture = put('/staff/pictures/:id', {
  may: 'tours.write',
  params,
  body: describePictureBodySchema,
  returns: staffPictureResponseSchema,
})
/** Creates a new picture, with its own id, from the same original. */
export const cropPicture = post('/staff/pictures/:id/crop', {
  may: 'tours.write',
  params,
  body: cropSchema,
  returns: staffPictureResponseSchema,
})
export const getOriginal = get('/staff/pictures/:id/original', { may: 'tours.write', params })
