import { MAX_PHOTOS_PER_ITEM, MAX_PHOTOS_PER_REQUEST, TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/photos.ts'
import type { DraftContent } from '#shared/vehicles/drafts.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { lockDraft } from '../drafts/commands.ts'

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
export async function addPhoto(trx: Trx, userId: string, photo: NewPhoto, now: Date) {
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
export async function removeDraftPhoto(trx: Trx, userId: string, photoId: string): Promise<string | undefined> {
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
