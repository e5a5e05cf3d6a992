import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { listAvatarFiles } from '#server/features/accounts/avatars.ts'
import { listPictureFiles } from '#server/features/tours/pictures/files.ts'
import { listPhotoFiles } from '#server/features/vehicles/photos.ts'
import { type Database, type Trx, unlessRunning } from '#server/lib/db.ts'
import type { Backup } from '#shared/backups/staff.ts'
import type { Member } from './bundle-format.ts'
import { FILES } from './places.ts'

/** Asked for in the console. */
export const BACK_UP_JOB = 'backups.now'

export interface Begun {
  id: string
  place: string
  name: string
}

interface MadeBundle {
  moment: Date
  bytes: number
  /** What is needed of the files, and where those beside the bundle are. */
  files: { members: Member[]; folder: string }
}

/** Only one is made at a time: what has not ended by now was interrupted. */
export async function noteBegun(db: Database, begun: Begun): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failure: 'Interrupted.', ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
    .execute()
  await db.insertInto('backups').values(begun).execute()
}

export async function noteFailed(db: Database, id: string, failure: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failure, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Notes the failure of a backup that ended within so many milliseconds before it could note anything itself, so that it is tried again, and
 * noticed. Returns false while another is being made: one that found it has failed at nothing.
 */
export async function noteUnlessBegun(db: Database, place: string, withinMs: number, failure: string): Promise<boolean> {
  return unlessRunning(db, 'backup', async () => {
    const since = sql<Date>`now() - ${withinMs} * interval '1 millisecond'`
    const begun = await db.selectFrom('backups').select('id').where('place', '=', place).where('started_at', '>=', since).executeTakeFirst()
    if (begun) return
    const values = { id: randomUUID(), place, name: '', failure, ended_at: sql<Date>`now()` }
    await db.insertInto('backups').values(values).execute()
  })
}

/** Also notes which files its place has from now on, and that this backup needs them. */
export async function noteMade(trx: Trx, { id, place }: Begun, { moment, bytes, files }: MadeBundle): Promise<void> {
  await trx
    .updateTable('backups')
    .set({ moment, bytes, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const members = files.members.map((member) => ({ ...member, name: `${files.folder}/${member.name.slice(FILES.length + 1)}` }))
  await sql`
    insert into backup_files (place, key, bytes, sha256, needed_at)
      select ${place}, key, bytes, sha256, ${moment} from unnest(
        ${members.map(({ name }) => name)}::text[], ${members.map((member) => member.bytes)}::bigint[],
        ${members.map(({ sha256 }) => sha256)}::text[]) as member (key, bytes, sha256)
      on conflict (place, key) do update set bytes = excluded.bytes, sha256 = excluded.sha256, needed_at = excluded.needed_at`.execute(trx)
}

/** Forgets bundles that are gone, and returns the files that no bundle since `oldest` needs. */
export async function forgetBundles(db: Database, place: string, names: readonly string[], oldest: Date): Promise<string[]> {
  if (names.length > 0) await db.deleteFrom('backups').where('place', '=', place).where('name', 'in', names).execute()
  const rows = await db.selectFrom('backup_files').select('key').where('place', '=', place).where('needed_at', '<', oldest).execute()
  return rows.map(({ key }) => key)
}

export async function forgetFile(db: Database, place: string, key: string): Promise<void> {
  await db.deleteFrom('backup_files').where('place', '=', place).where('key', '=', key).execute()
}

export interface Proof {
  proof: 'proven' | 'read' | 'failed'
  finding: string | null
  /** One of the files that its place keeps is not what was uploaded. */
  hasBrokenFile: boolean
  seconds: number
}

/** After one with a broken file the next backup writes every file anew. */
export async function noteProof(db: Database, id: string, { proof, finding, hasBrokenFile, seconds }: Proof): Promise<void> {
  if (hasBrokenFile) {
    const place = db.selectFrom('backups').select('place').where('id', '=', id)
    await db.deleteFrom('backup_files').where('place', '=', place).execute()
  }
  await db
    .updateTable('backups')
    .set({ proof, proof_finding: finding, proof_seconds: seconds, proved_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

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
