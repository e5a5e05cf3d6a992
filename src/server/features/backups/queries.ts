import { sql } from 'kysely'
import type { Backup } from '#shared/backups/staff.ts'
import { listAvatarFiles } from '#server/features/accounts/avatars.ts'
import { listPictureFiles } from '#server/features/tours/pictures/files.ts'
import { listPhotoFiles } from '#server/features/vehicles/photos.ts'
import type { Database } from '#server/lib/db.ts'

/** `key` is as in the site's storage. */
export interface StoredUpload {
  key: string
  bytes: number
}

/** Lists every uploaded file that a row speaks of. */
export async function listUploads(db: Database): Promise<StoredUpload[]> {
  return [...(await listAvatarFiles(db)), ...(await listPhotoFiles(db)), ...(await listPictureFiles(db))]
}

/** Returns the files that a place is known to have; in a database that has not been migrated to this version, none. */
export async function listBackedUpFiles(db: Database, place: string): Promise<Map<string, { bytes: number; sha256: string }>> {
  if (!(await hasBackupTables(db))) return new Map()
  const rows = await db.selectFrom('backup_files').select(['key', 'bytes', 'sha256']).where('place', '=', place).execute()
  return new Map(rows.map(({ key, bytes, sha256 }) => [key, { bytes, sha256 }]))
}

/** False for a database that has not been migrated to this version yet. */
export async function hasBackupTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('public.backup_files') is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/** The last that was begun in a place, whatever became of it; one that has not ended is being made or was interrupted. */
export async function findLastBegun(
  db: Database,
  place: string,
): Promise<{ startedAt: Date; hasEnded: boolean; hasFailed: boolean } | undefined> {
  const last = await db
    .selectFrom('backups')
    .select(['started_at', 'ended_at', 'failure'])
    .where('place', '=', place)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && { startedAt: last.started_at, hasEnded: last.ended_at !== null, hasFailed: last.failure !== null }
}

/** Lists the backups of a place that were made to their end, the newest first, by what the snapshot shows. */
export async function listMade(db: Database, place: string): Promise<{ name: string; moment: Date }[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['name', 'moment'])
    .where('place', '=', place)
    .where('moment', 'is not', null)
    .orderBy('moment', 'desc')
    .execute()
  return rows.flatMap(({ name, moment }) => (moment ? [{ name, moment }] : []))
}

/** What the newest backup of a place shows that was proven, when that was, and when the first was begun there. */
export async function findNewestProven(
  db: Database,
  place: string,
): Promise<{ provenAt: Date | null; moment: Date | null; firstBegunAt: Date | null }> {
  const proven = await db
    .selectFrom('backups')
    .select(['proved_at', 'moment'])
    .where('place', '=', place)
    .where('proof', '=', 'proven')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = await db
    .selectFrom('backups')
    .select('started_at')
    .where('place', '=', place)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return { provenAt: proven?.proved_at ?? null, moment: proven?.moment ?? null, firstBegunAt: first?.started_at ?? null }
}

/**
 * Returns what is wrong with the newest backup of a place: it failed, or a backup that was tried turned out not to be one and none has since been
 * verified. Without `isProofWanted` a backup that was only read is fine.
 */
export async function findTrouble(db: Database, place: string, isProofWanted: boolean): Promise<string | undefined> {
  const ended = db.selectFrom('backups').select(['failure', 'proof', 'proof_finding']).where('place', '=', place)
  const newest = await ended.where('ended_at', 'is not', null).orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  if (newest?.failure) return `The last backup failed: ${newest.failure}`
  const tried = await ended.where('proof', 'is not', null).orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  if (tried?.proof === 'failed') return `The last backup is unusable: ${tried.proof_finding}`
  if (tried?.proof === 'read' && isProofWanted) return `The last backup wasn’t verified: ${tried.proof_finding}`
  return undefined
}

const SHOWN = 50

/** The newest first. */
export async function listBackups(db: Database): Promise<Backup[]> {
  const rows = await db.selectFrom('backups').selectAll().orderBy('started_at', 'desc').limit(SHOWN).execute()
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    moment: row.moment?.toISOString() ?? null,
    bytes: row.bytes,
    failure: row.failure,
    proof: row.proof as Backup['proof'],
    finding: row.proof_finding,
    seconds: row.proof_seconds,
  }))
}

export async function findBackup(db: Database, id: string) {
  return db.selectFrom('backups').select(['place', 'name', 'moment', 'proof']).where('id', '=', id).executeTakeFirst()
}
