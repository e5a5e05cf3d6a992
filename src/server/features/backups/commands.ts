import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { unlessRunning, type Database, type Trx } from '#server/lib/db.ts'
import { FILES } from './places.ts'
import type { Made } from './making.ts'

/** Asked for in the console. */
export const BACK_UP_JOB = 'backups.now'

export interface Begun {
  id: string
  place: string
  name: string
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
export async function noteMade(trx: Trx, { id, place }: Begun, { moment, bytes, files }: Made): Promise<void> {
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
