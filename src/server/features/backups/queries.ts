import { sql } from 'kysely'
import type { Backup } from '#shared/backups/staff.ts'
import { listAvatarFiles } from '#server/features/accounts/avatar/queries.ts'
import { listPictureFiles } from '#server/features/tours/pictures/queries.ts'
import { listPhotoFiles } from '#server/features/vehicles/photos/queries.ts'
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

/** The last that was begun in BACKUP_TO, whatever became of it. */
export async function findLastBegun(db: Database): Promise<{ startedAt: Date; hasFailed: boolean } | undefined> {
  const last = await db.selectFrom('backups').select(['started_at', 'failure']).orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  return last && { startedAt: last.started_at, hasFailed: last.failure !== null }
}

/** What the newest backup shows that was proven, when that was, and when the first was begun. */
export async function findNewestProven(db: Database): Promise<{ provenAt: Date | null; moment: Date | null; firstBegunAt: Date | null }> {
  const proven = await db
    .selectFrom('backups')
    .select(['proved_at', 'moment'])
    .where('proof', '=', 'proven')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = await db.selectFrom('backups').select('started_at').orderBy('started_at').limit(1).executeTakeFirst()
  return { provenAt: proven?.proved_at ?? null, moment: proven?.moment ?? null, firstBegunAt: first?.started_at ?? null }
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
