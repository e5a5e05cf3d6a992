import { calls } from '#shared/paths.ts'
import type { Photo } from '#shared/photo-schema.ts'
import type { Database } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'

export const PHOTO_FOLDER = 'uploads'

interface PhotoRow {
  id: string
  item_id: string | null
  name: string
  width: number
  height: number
  bytes: number
}

export function toPhoto(row: PhotoRow): Photo {
  const { id, item_id, name, width, height, bytes } = row
  return { id, itemId: item_id, name, url: calls.photo(id), width, height, bytes }
}

export async function listDraftPhotos(db: Database, userId: string) {
  return db
    .selectFrom('vehicle_photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
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
