import { calls } from '#shared/paths.ts'
import type { Photo } from '#shared/photo-schema.ts'
import type { Database } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** The folder below DATA_DIR for what is uploaded for vehicle requests. */
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

/** Returns the uploads of a person that no booking has yet. */
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

/** Returns the files of all photos; anything else in the folder was left behind by an interrupted upload. */
export async function listPhotoFiles(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('vehicle_photos').select('path').execute()
  return new Set(rows.map(({ path }) => path))
}

/** Returns a photo for its owner or for the staff; undefined for everybody else. */
export async function findPhoto(db: Database, userId: string, photoId: string) {
  if (!isUuid(photoId)) return undefined
  return db
    .selectFrom('vehicle_photos')
    .select(['path', 'bytes', 'user_id'])
    .where('id', '=', photoId)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .where('users.id', '=', userId)
            .where('role', 'in', ['staff', 'admin'])
            .where('deleted_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst()
}
