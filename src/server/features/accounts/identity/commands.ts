import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import { unauthenticated } from '#server/lib/errors.ts'

/** Throws 401 if the session has ended. */
export async function markProved(trx: Trx, { userId, sessionId }: SignedIn, now: Date): Promise<void> {
  const proved = await trx
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (proved.numUpdatedRows !== 1n) throw unauthenticated()
}
