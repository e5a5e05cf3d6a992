import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'

/**
 * Takes back what an email says: deletes one that is not on its way yet, else frees its key, so that it can be sent
 * anew. Returns whether its recipient has got it, or may have.
 */
export async function retractMail(trx: Trx, key: string, retractedFor: string): Promise<boolean> {
  const unsent = await trx
    .deleteFrom('mails')
    .where('key', '=', key)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (unsent.numDeletedRows > 0n) return false
  const kept = await trx
    .updateTable('mails')
    .set({ key: `${key}:retracted:${retractedFor}` })
    .where('key', '=', key)
    .executeTakeFirst()
  return kept.numUpdatedRows > 0n
}
