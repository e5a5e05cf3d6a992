import { z } from 'zod/mini'
import { photoCropSchema } from '#shared/accounts/settings.ts'
import { ownAccountSchema } from '#shared/accounts/own-account.ts'
import { calls } from '#shared/paths.ts'
import { actAs } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { preparePhoto, type Shape } from '#server/lib/photo-preparation.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { addSessionGuard } from '#server/lib/session-guard.ts'
import { createUnguessableId } from '#server/lib/tokens.ts'
import type { Upload } from '#server/lib/upload-form.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { replaceAvatar } from './commands.ts'
import { AVATAR_FOLDER, findAvatar } from './queries.ts'
import { getOwnAccount } from '../queries.ts'
import { toResponse } from '../settings/routes.ts'

/** Side length in pixels: sharp at 200 points, the largest size shown on a page. */
const SIDE = 400
const QUARTER_HOUR = 15 * 60
/** Limited because decoding an upload is expensive. */
const PHOTOS_PER_ACCOUNT = 30
const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Beyond specification §7. Anyone who has a picture's URL may see it, signed in or not. */
export function avatarRoutes(app: App, deps: Deps): void {
  const { db, pool, auth, uploadForms, now } = deps
  const uploads = createUploads(deps, AVATAR_FOLDER)
  const uploadsPerAccount = createRateLimit(pool, 'account-photo', PHOTOS_PER_ACCOUNT, QUARTER_HOUR)

  app.get(calls.avatar(':id'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const avatar = await findAvatar(db, request.params.id)
    const file = avatar && (await uploads.open(avatar.path, avatar.bytes))
    if (!file) throw notFound('Picture')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', avatar.bytes)
      .header('content-disposition', 'inline; filename="picture.webp"')
      .header('content-security-policy', UPLOAD_POLICY)
      .header('cache-control', 'private, max-age=86400')
      .send(file)
  })

  void app.register(async (owner) => {
    addSessionGuard(owner, deps)

    owner.post(calls.accountPhoto, { schema: { response: { 200: ownAccountSchema } } }, async (request) => {
      const who = auth.require(request)
      const id = createUnguessableId()
      const sender = { userId: who.userId, admit: async () => uploadsPerAccount.consume(who.userId) }
      const { path, bytes } = await uploadForms.receive(request, sender, async (upload) => {
        const picture = await preparePhoto(upload, squareOf(upload))
        return { path: await uploads.write(id, picture), bytes: picture.bytes }
      })
      let before: string[]
      try {
        before = await actAs(db, who, async (trx) => replaceAvatar(trx, who.userId, { id, path, bytes }, now()))
      } catch (error) {
        await uploads.remove([path])
        throw error
      }
      await uploads.remove(before)
      return toResponse(await getOwnAccount(db, who))
    })

    owner.delete(calls.accountPhoto, { schema: { response: { 200: ownAccountSchema } } }, async (request) => {
      const who = auth.require(request)
      await uploads.remove(await actAs(db, who, async (trx) => replaceAvatar(trx, who.userId, undefined, now())))
      return toResponse(await getOwnAccount(db, who))
    })
  })
}

/** Falls back to the centre. Throws 400 for a crop outside the picture. */
function squareOf({ field }: Upload): Shape {
  const given = { x: field('x'), y: field('y'), size: field('size') }
  const isChosen = Object.values(given).some((text) => text !== '')
  const crop = photoCropSchema.safeParse(given)
  if (isChosen && (!crop.success || Object.values(given).includes(''))) throw outside()
  return (upright, { width, height }) => {
    if (!isChosen || !crop.success) return upright.resize(SIDE, SIDE, { fit: 'cover' })
    const [left, top, side] = [crop.data.x, crop.data.y, crop.data.size].map(Math.floor) as [number, number, number]
    if (left + side > width || top + side > height) throw outside()
    return upright.extract({ left, top, width: side, height: side }).resize(SIDE, SIDE)
  }
}

function outside(): AppError {
  const message = 'The crop area is outside the picture.'
  return new AppError('validation_failed', message, { issues: [{ path: 'size', message }] })
}
