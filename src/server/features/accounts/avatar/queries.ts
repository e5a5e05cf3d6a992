import type { Database } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** The folder in the storage, beside that of the vehicle photos: each folder has one table that lists its files. */
export const AVATAR_FOLDER = 'avatars'

/** Returns the file of a picture, for whoever has its address. */
export async function findAvatar(db: Database, id: string): Promise<{ path: string; bytes: number } | undefined> {
  if (!isUuid(id)) return undefined
  return db.selectFrom('avatars').select(['path', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** Returns which of these files are somebody's picture. */
export async function findKnownAvatars(db: Database, files: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('avatars').select('path').where('path', 'in', files).execute()
  return new Set(rows.map(({ path }) => path))
}
