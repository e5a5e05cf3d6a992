import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import {
  cropPictureBodySchema,
  describePictureBodySchema,
  MAX_ALT_LENGTH,
  staffPictureResponseSchema,
} from '#shared/tours/staff-pictures.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { describePicture } from './commands.ts'
import { addPicture, cropPicture } from './flows.ts'
import { getPictureSource, getStaffPicture, PICTURE_FOLDER } from './queries.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })
const response = { 200: staffPictureResponseSchema }

/** The scope's guard checks the role before any file is read. */
export function staffPictureRoutes(app: App, deps: Deps): void {
  const { auth, db, uploadForms, now } = deps
  const uploads = createUploads(deps, PICTURE_FOLDER)
  const pictureDeps = { db, now, uploads }

  app.post(calls.staffPictures, { config: { permission: 'tours.write' }, schema: { response } }, async (request) => {
    const who = auth.require(request)
    const actor = actorOf(request, who)
    const id = await uploadForms.receive(request, who, async (upload) =>
      addPicture(pictureDeps, actor, upload, upload.field('alt', MAX_ALT_LENGTH)),
    )
    return { picture: await getStaffPicture(db, id) }
  })

  app.post(
    calls.cropPicture(':id'),
    { config: { permission: 'tours.write' }, schema: { params, body: cropPictureBodySchema, response } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      const id = await cropPicture(pictureDeps, actor, request.params.id, request.body)
      return { picture: await getStaffPicture(db, id) }
    },
  )

  app.put(
    calls.staffPicture(':id'),
    { config: { permission: 'tours.write' }, schema: { params, body: describePictureBodySchema, response } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'tours.write', async (trx) => describePicture(trx, actor, request.params.id, request.body))
      return { picture: await getStaffPicture(db, request.params.id) }
    },
  )

  app.get(calls.originalPicture(':id'), { config: { permission: 'tours.write' }, schema: { params } }, async (request, reply) => {
    const { original } = await getPictureSource(db, request.params.id)
    const file = await uploads.open(original.path, original.bytes)
    if (!file) throw notFound('Picture')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', original.bytes)
      .header('content-security-policy', UPLOAD_POLICY)
      .send(file)
  })
}
