import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import { disableStaff } from '#server/features/accounts/people/staff.ts'
import { operator } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import type { Manifest } from '../bundle/format.ts'

/**
 * Makes a database that has just been restored a copy that is not live: staff stay disabled until an administrator enables them. Sessions
 * and links were never in the bundle.
 */
export async function closeForCopy(trx: Trx, { id, moment }: Pick<Manifest, 'id' | 'moment'>): Promise<void> {
  await disableStaff(trx)
  await trx.deleteFrom('restored_copy').execute()
  await trx
    .insertInto('restored_copy')
    .values({ backup_id: id, backup_moment: new Date(moment) })
    .execute()
  await recordAudit(trx, { actor: operator(), action: 'site.restored', subject: { kind: 'backup', id } })
}

export async function markLive(trx: Trx): Promise<void> {
  await trx
    .updateTable('restored_copy')
    .set({ live_at: sql<Date>`now()` })
    .where('live_at', 'is', null)
    .execute()
}
