import { sql } from 'kysely'
import type { DraftContent } from '#shared/vehicle-drafts.ts'
import { MAX_PHOTOS_PER_DRAFT, MAX_PHOTOS_PER_ITEM, TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/vehicle-drafts.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

export interface LockedDraft {
  version: number
  /** Null before the first save. */
  content: DraftContent | null
  /** It has become a booking and has not been saved since. */
  isBooked: boolean
}

/**
 * Locks the draft of a person until the transaction ends, making its row first if there is none: all that a person
 * saves, uploads and books passes here one after the other.
 */
export async function lockDraft(trx: Trx, userId: string): Promise<LockedDraft> {
  await trx
    .insertInto('vehicle_drafts')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await trx.selectFrom('vehicle_drafts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  return {
    version: row.version,
    content: row.content as unknown as DraftContent | null,
    isBooked: row.booked_version === row.version,
  }
}

/**
 * Saves what a person has filled in, over the version that they have read; the new version. The same contents sent
 * again are no conflict: the first answer may have been lost. Throws 409 `draft_changed`.
 */
export async function saveDraft(trx: Trx, userId: string, version: number, content: DraftContent, now: Date): Promise<number> {
  const draft = await lockDraft(trx, userId)
  const json = JSON.stringify(content)
  if (draft.version !== version) {
    const same = await trx
      .selectFrom('vehicle_drafts')
      .select('version')
      .where('user_id', '=', userId)
      .where('version', '=', version + 1)
      .where(sql<boolean>`content = ${json}::jsonb`)
      .executeTakeFirst()
    if (same) return same.version
    throw new AppError('draft_changed', 'This request has been changed in another window.')
  }
  await trx
    .updateTable('vehicle_drafts')
    .set({ content: json, version: version + 1, updated_at: now })
    .where('user_id', '=', userId)
    .execute()
  return version + 1
}

/** Notes that the draft has become a booking: from now on it is empty for its owner. */
export async function markDraftBooked(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('vehicle_drafts')
    .set((eb) => ({ booked_version: eb.ref('version') }))
    .where('user_id', '=', userId)
    .execute()
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

/** Adds an uploaded photo to the person's draft. Throws 409 `too_many_photos`. */
export async function addPhoto(trx: Trx, userId: string, photo: NewPhoto, now: Date) {
  await lockDraft(trx, userId)
  const photos = await trx
    .selectFrom('vehicle_photos')
    .select('item_id')
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .execute()
  if (photos.length >= MAX_PHOTOS_PER_DRAFT) throw new AppError('too_many_photos', TOO_MANY_PHOTOS)
  const ofItem = photos.filter(({ item_id }) => item_id === photo.itemId).length
  if (ofItem >= MAX_PHOTOS_PER_ITEM) throw new AppError('too_many_photos', TOO_MANY_ITEM_PHOTOS)
  const { itemId, ...rest } = photo
  return trx
    .insertInto('vehicle_photos')
    .values({ ...rest, user_id: userId, item_id: itemId, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes a photo out of the person's own draft; the path of its file, undefined when it is not (or no longer) there. */
export async function removeDraftPhoto(trx: Trx, userId: string, photoId: string): Promise<string | undefined> {
  await lockDraft(trx, userId)
  const row = await trx
    .deleteFrom('vehicle_photos')
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', photoId.toLowerCase()))
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

/**
 * Gives a booking the draft's photos: those that its items name, by the draft's ids or by file name. Returns the files
 * of the others, to be removed once the transaction has ended. The draft must be locked.
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

/** Forgets drafts that nobody has touched since, and their photos; the files to remove. */
export async function forgetDrafts(trx: Trx, untouchedSince: Date): Promise<string[]> {
  const drafts = await trx
    .updateTable('vehicle_drafts')
    .set((eb) => ({ content: null, version: eb('version', '+', 1), booked_version: null }))
    .where('updated_at', '<', untouchedSince)
    .where('content', 'is not', null)
    .returning('user_id')
    .execute()
  const photos = await trx
    .deleteFrom('vehicle_photos')
    .where('booking_id', 'is', null)
    .where('created_at', '<', untouchedSince)
    .where((eb) =>
      eb.or([
        ...(drafts.length > 0
          ? [
              eb(
                'user_id',
                'in',
                drafts.map(({ user_id }) => user_id),
              ),
            ]
          : []),
        eb('user_id', 'in', eb.selectFrom('vehicle_drafts').select('user_id').where('updated_at', '<', untouchedSince)),
      ]),
    )
    .returning('path')
    .execute()
  return photos.map((photo) => photo.path)
}
