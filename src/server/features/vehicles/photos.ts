import { randomUUID } from 'node:crypto'
import { MAX_PHOTOS_PER_ITEM, MAX_PHOTOS_PER_REQUEST, TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/photos.ts'
import * as calls from '#shared/vehicles/calls.ts'
import type { DraftContent } from '#shared/vehicles/drafts.ts'
import { recordStaffCall } from '#server/features/audit/commands.ts'
import { actAs } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { findStaffSetup } from '#server/lib/guards.ts'
import { preparePhoto } from '#server/lib/photo-preparation.ts'
import { createDailyLimit } from '#server/lib/rate-limits.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import type { Serving } from '#server/lib/serve.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { lockDraft, toPhoto } from './drafts.ts'

export const PHOTO_FOLDER = 'uploads'

/** The photos of the wizard’s items, beyond specification §7. */
export function draftPhotos({ flow }: Serving, deps: Deps): void {
  const { auth, config, pool } = deps
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const photosADay = createDailyLimit(pool, 'photos', config.PHOTOS_PER_DAY, 'photos')
  const kilobytesADay = createDailyLimit(pool, 'photo-kilobytes', config.PHOTO_MEGABYTES_PER_DAY * 1000, 'photos')

  flow(
    calls.uploadPhoto,
    async ({ deps: { db, now, uploadForms }, who, request }) => {
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
        return { photo: toPhoto(await actAs(db, who, async (trx) => addPhoto(trx, userId, photo, now()))) }
      } catch (error) {
        await uploads.remove([photo.path])
        throw error
      }
    },
    // Do not read ten megabytes before knowing who sends them.
    { onRequest: async (request) => void auth.require(request) },
  )

  flow(calls.getPhoto, async ({ deps: { db }, who, params, request, reply }) => {
    const { userId } = who
    const { isStaff, due } = await findStaffSetup(deps, userId)
    const photo = await findPhoto(db, isStaff && due.length === 0 ? undefined : userId, params.id)
    // Only staff get here with another person's photo.
    if (photo && photo.user_id !== userId) await recordStaffCall(db, request, who, 200)
    const file = photo && (await uploads.open(photo.path, photo.bytes))
    if (!file) throw notFound('Photo')
    reply
      .header('content-type', 'image/webp')
      .header('content-length', photo.bytes)
      .header('content-disposition', 'inline; filename="photo.webp"')
      .header('content-security-policy', UPLOAD_POLICY)
    return file
  })

  flow(calls.deletePhoto, async ({ deps: { db }, who, params }) => {
    const path = await actAs(db, who, async (trx) => removeDraftPhoto(trx, who.userId, params.id))
    // Removing a photo again is no error; another person's photo, or a booking's, is treated as if it did not exist.
    if (path) await uploads.remove([path])
    return { message: 'Photo removed' }
  })
}

interface NewPhoto {
  id: string
  itemId: string | null
  name: string
  path: string
  width: number
  height: number
  bytes: number
}

/** Throws 409 `too_many_photos`. */
async function addPhoto(trx: Trx, userId: string, photo: NewPhoto, now: Date) {
  await lockDraft(trx, userId)
  const photos = await trx
    .selectFrom('vehicle_photos')
    .select('item_id')
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .execute()
  if (photos.length >= MAX_PHOTOS_PER_REQUEST) throw new AppError('too_many_photos', TOO_MANY_PHOTOS)
  const ofItem = photos.filter(({ item_id }) => item_id === photo.itemId).length
  if (ofItem >= MAX_PHOTOS_PER_ITEM) throw new AppError('too_many_photos', TOO_MANY_ITEM_PHOTOS)
  const { itemId, ...rest } = photo
  return trx
    .insertInto('vehicle_photos')
    .values({ ...rest, user_id: userId, item_id: itemId, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the path of the removed photo's file, or undefined if the photo is not in the person's own draft. */
async function removeDraftPhoto(trx: Trx, userId: string, photoId: string): Promise<string | undefined> {
  if (!isUuid(photoId)) return undefined
  await lockDraft(trx, userId)
  const row = await trx
    .deleteFrom('vehicle_photos')
    .where('id', '=', photoId)
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

/**
 * Moves the draft photos that a booking's items name, by draft id or file name, to that booking. Returns the files of
 * the rest, to be removed after the transaction. The draft must be locked.
 */
export async function takePhotos(
  trx: Trx,
  userId: string,
  bookingId: string,
  draftItems: DraftContent['items'],
  items: readonly { photos: string[] }[],
): Promise<string[]> {
  const photos = await trx
    .selectFrom('vehicle_photos')
    .select(['id', 'item_id', 'name', 'path'])
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .execute()
  const left: typeof photos = []
  for (const photo of photos) {
    const byId = draftItems.findIndex((item) => item.photos.some(({ id }) => id === photo.id))
    const ofItem = byId >= 0 ? byId : draftItems.findIndex(({ id }) => id === photo.item_id)
    const isNamed = (position: number) => items[position]?.photos.includes(photo.name) ?? false
    const position = isNamed(ofItem) ? ofItem : items.findIndex((_, index) => isNamed(index))
    if (position < 0 && byId < 0) {
      left.push(photo)
      continue
    }
    await trx
      .updateTable('vehicle_photos')
      .set({ booking_id: bookingId, item_position: position < 0 ? byId : position })
      .where('id', '=', photo.id)
      .execute()
  }
  if (left.length === 0) return []
  const ids = left.map(({ id }) => id)
  await trx.deleteFrom('vehicle_photos').where('id', 'in', ids).execute()
  return left.map((photo) => photo.path)
}

export async function findKnownPhotos(db: Database, files: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('vehicle_photos').select('path').where('path', 'in', files).execute()
  return new Set(rows.map(({ path }) => path))
}

/** Returns the photo if it belongs to `ownerId`; without an owner (for staff), any photo. */
export async function findPhoto(db: Database, ownerId: string | undefined, photoId: string) {
  if (!isUuid(photoId)) return undefined
  const photo = db.selectFrom('vehicle_photos').select(['path', 'bytes', 'user_id']).where('id', '=', photoId)
  return (ownerId === undefined ? photo : photo.where('user_id', '=', ownerId)).executeTakeFirst()
}

/** Lists all photos by their keys in the storage, for a backup. */
export async function listPhotoFiles(db: Database): Promise<{ key: string; bytes: number }[]> {
  const rows = await db.selectFrom('vehicle_photos').select(['path', 'bytes']).orderBy('path').execute()
  return rows.map(({ path, bytes }) => ({ key: `${PHOTO_FOLDER}/${path}`, bytes }))
}
