import type { Database } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Separate from the vehicle photos, because each folder has exactly one table listing its files. */
export const AVATAR_FOLDER = 'avatars'

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
