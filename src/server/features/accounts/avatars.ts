import * as calls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { photoCropSchema } from '#shared/accounts/settings.ts'
import { pathOf } from '#shared/contract.ts'
import { actAs } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { preparePhoto, type Shape } from '#server/lib/photo-preparation.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { createUnguessableId } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import type { Upload } from '#server/lib/upload-form.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { toResponse } from './own-account.ts'
import { getOwnAccount } from './users.ts'

/** Side length in pixels: sharp at 200 points, the largest size shown on a page. */
const SIDE = 400

const QUARTER_HOUR = 15 * 60

/** Limited because decoding an upload is expensive. */
const PHOTOS_PER_ACCOUNT = 30

/** Separate from the vehicle photos, because each folder has exactly one table listing its files. */
export const AVATAR_FOLDER = 'avatars'

export function avatarCalls({ flow }: Serving, deps: Deps): void {
  const { db, pool, uploadForms, now } = deps
  const uploads = createUploads(deps, AVATAR_FOLDER)
  const uploadsPerAccount = createRateLimit(pool, 'account-photo', PHOTOS_PER_ACCOUNT, QUARTER_HOUR)

  flow(calls.getAvatar, async ({ params, reply }) => {
    const avatar = await findAvatar(db, params.id)
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

  flow(ownCalls.uploadOwnPhoto, async ({ request, who }) => {
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

  flow(ownCalls.removeOwnPhoto, async ({ who }) => {
    await uploads.remove(await actAs(db, who, async (trx) => replaceAvatar(trx, who.userId, undefined, now())))
    return toResponse(await getOwnAccount(db, who))
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

interface NewAvatar {
  id: string
  path: string
  bytes: number
}

/** Returns the previous picture's files, to be removed after the transaction. A demo picture is not an upload and is only unlinked. */
export async function replaceAvatar(trx: Trx, userId: string, avatar: NewAvatar | undefined, now: Date): Promise<string[]> {
  // Serialises uploads, so that two pictures sent at once do not leave two files.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const before = await trx.deleteFrom('avatars').where('user_id', '=', userId).returning('path').execute()
  if (avatar)
    await trx
      .insertInto('avatars')
      .values({ ...avatar, user_id: userId, created_at: now })
      .execute()
  const profile_image = avatar ? pathOf(calls.getAvatar, { id: avatar.id }) : null
  await trx.updateTable('users').set({ profile_image }).where('id', '=', userId).execute()
  return before.map(({ path }) => path)
}

export async function findAvatar(db: Database, id: string): Promise<{ path: string; bytes: number } | undefined> {
  if (!isUuid(id)) return undefined
  return db.selectFrom('avatars').select(['path', 'bytes']).where('id', '=', id).executeTakeFirst()
}

export async function findKnownAvatars(db: Database, files: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('avatars').select('path').where('path', 'in', files).execute()
  return new Set(rows.map(({ path }) => path))
}

/** Lists all avatars by their keys in the storage, for a backup. */
export async function listAvatarFiles(db: Database): Promise<{ key: string; bytes: number }[]> {
  const rows = await db.selectFrom('avatars').select(['path', 'bytes']).orderBy('path').execute()
  return rows.map(({ path, bytes }) => ({ key: `${AVATAR_FOLDER}/${path}`, bytes }))
}
