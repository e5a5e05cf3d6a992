import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import { uploadedPhotoResponseSchema } from '#shared/vehicles/drafts.ts'
import { actAs } from '#server/lib/actors.ts'
import { createDailyLimit } from '#server/lib/daily-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { preparePhoto } from '#server/lib/photo-preparation.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { findStaffSetup } from '#server/lib/staff-setup.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { recordStaffCall } from '#server/features/audit/commands.ts'
import { addPhoto, removeDraftPhoto } from './commands.ts'
import { findPhoto, PHOTO_FOLDER, toPhoto } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** The photos of the wizard's items, beyond specification §7. */
export function photoRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, uploadForms, now } = deps
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const photosADay = createDailyLimit(pool, 'photos', config.PHOTOS_PER_DAY, 'photos')
  const kilobytesADay = createDailyLimit(pool, 'photo-kilobytes', config.PHOTO_MEGABYTES_PER_DAY * 1000, 'photos')

  app.post(
    calls.draftPhotos,
    // Do not read ten megabytes before knowing who sends them.
    { onRequest: async (request) => void auth.require(request), schema: { response: { 201: uploadedPhotoResponseSchema } } },
    async (request, reply) => {
      const who = auth.require(request)
      const { userId } = who
      const id = randomUUID()
      const sender = { userId, admit: async () => photosADay.consume(userId, request) }
      const photo = await uploadForms.receive(request, sender, async (upload) => {
        await kilobytesADay.consume(userId, request, Math.ceil(upload.size / 1000))
        const { width, height, bytes, open } = await preparePhoto(upload)
        const path = await uploads.write(id, { bytes, open })
        return { width, height, bytes, id, path, name: upload.name, itemId: upload.field('itemId') || null }
      })
      try {
        const row = await actAs(db, who, async (trx) => addPhoto(trx, userId, photo, now()))
        return await reply.code(201).send({ photo: toPhoto(row) })
      } catch (error) {
        await uploads.remove([photo.path])
        throw error
      }
    },
  )

  app.get(calls.photo(':id'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const who = auth.require(request)
    const { userId } = who
    const { isStaff, due } = await findStaffSetup(deps, userId)
    const photo = await findPhoto(db, isStaff && due.length === 0 ? undefined : userId, request.params.id)
    // Only staff get here with another person's photo.
    if (photo && photo.user_id !== userId) await recordStaffCall(db, request, who, 200)
    const file = photo && (await uploads.open(photo.path, photo.bytes))
    if (!file) throw notFound('Photo')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', photo.bytes)
      .header('content-disposition', 'inline; filename="photo.webp"')
      .header('content-security-policy', UPLOAD_POLICY)
      .send(file)
  })

  app.delete(calls.photo(':id'), { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const who = auth.require(request)
    const path = await actAs(db, who, async (trx) => removeDraftPhoto(trx, who.userId, request.params.id))
    // Removing a photo again is no error; another person's photo, or a booking's, is treated as if it did not exist.
    if (path) await uploads.remove([path])
    return { message: 'Photo removed' }
  })
}
