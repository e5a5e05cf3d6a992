import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'

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
  const profile_image = avatar ? calls.avatar(avatar.id) : null
  await trx.updateTable('users').set({ profile_image }).where('id', '=', userId).execute()
  return before.map(({ path }) => path)
}
