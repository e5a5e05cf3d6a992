import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { disableStaff } from '#server/features/accounts/people/staff.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { operator } from '#server/lib/actors.ts'
import { PRIVATE_FILE } from '#server/lib/data-folder.ts'
import { type ConnectionOptions, cutClient, type Database, databaseOn, openClient, type Trx } from '#server/lib/db.ts'
import type { FileStorage } from '#server/lib/file-storage.ts'
import { holdMigrations, migrate, runContract } from '#server/lib/migrate.ts'
import { BundleError, CARD_SANDBOX, type Manifest } from './bundle-format.ts'
import { drain, readBundle, type WholeBundle } from './bundle-reading.ts'
import { wholeLines, withCheckoutsEnded, withoutTokens } from './bundle-writing.ts'
import { FILES, openBundle, type Target } from './places.ts'
import { dropEverything, LEFT_OUT, loadTable, openTables, SECRET, setSequences } from './tables.ts'
import { clearStaged, eachFileBeside, keyOf, putBack, stage } from './whole-bundle.ts'

export interface RestoreOrder extends Target {
  /** Connects as the owner of the tables. */
  owner: ConnectionOptions
  key: string | undefined
  /** Replaces a database that has business in it. */
  isReplacing: boolean
  /** Absent: the files are only read, as the drill does. */
  files: FileStorage | undefined
  /** The file that takes the journal of the card sandbox; absent: it is only read. */
  cardSandbox: string | undefined
}

export interface Restored {
  rows: number
  files: number
  hasCardSandbox: boolean
}

/**
 * Puts a bundle, which has been verified, into the database, in one transaction: until it commits, what was there stays. A site that is started
 * meanwhile waits for its end. The older schema of an earlier version is brought up to date with the rows in it.
 */
export async function restoreBundle(order: RestoreOrder, whole: WholeBundle, say: (line: string) => void): Promise<Restored> {
  const client = await openClient(order.owner, 'restore')
  try {
    await holdMigrations(databaseOn(client))
    // Only now: who is not here yet has to wait for the end of this before it asks whether it is a copy (`create-deps.ts`).
    const obstacle = await findObstacle(databaseOn(client), order.isReplacing)
    if (obstacle) throw new BundleError(obstacle)
    await clearWaiting(order)
    const staged: string[] = []
    const restored = await databaseOn(client)
      .transaction()
      .execute(async (trx) => restoreIn(client, trx, order, whole, say, staged))
      .catch(async (error: unknown) => {
        cutClient(client)
        await clearWaiting(order).catch(() => undefined)
        throw error
      })
    if (order.files) await putBack(order.files, staged, whole.members)
    await client.query('analyze')
    await client.end()
    return restored
  } catch (error) {
    // A table may be half written; all of it is one transaction.
    cutClient(client)
    throw error
  }
}

/** Removes the files that wait for the commit, also those of a restore that was killed. */
async function clearWaiting({ files, cardSandbox }: RestoreOrder): Promise<void> {
  if (files) await clearStaged(files)
  if (cardSandbox !== undefined) await rm(cardSandbox, { force: true })
}

async function restoreIn(
  client: pg.Client,
  trx: Parameters<typeof runContract>[0],
  order: RestoreOrder,
  whole: WholeBundle,
  say: (line: string) => void,
  staged: string[],
) {
  const { manifest } = whole
  await dropEverything(client)
  await migrate(trx, manifest.migrations.at(-1))
  for (const name of manifest.contracts) await runContract(trx, name)
  const closeTables = await openTables(client, manifest)
  const restored = await load(client, order, whole, say, staged)
  say('indexes and foreign keys …')
  await closeTables()
  await setSequences(client, manifest)
  await migrate(trx)
  await closeForCopy(trx, manifest)
  return restored
}

async function load(
  client: pg.Client,
  order: RestoreOrder,
  whole: WholeBundle,
  say: (line: string) => void,
  staged: string[],
): Promise<Restored> {
  const { cardSandbox, files, key } = order
  const restored: Restored = { rows: 0, files: 0, hasCardSandbox: false }
  const putFile = async (name: string, content: Buffer) => {
    if (files) await stage(files, name, content)
    staged.push(name)
    restored.files += 1
  }
  const again = await readBundle(
    await openBundle(order),
    key,
    async (name, content, manifest) => {
      if (name.startsWith('tables/') && isTaken(name.slice('tables/'.length), key))
        restored.rows += await loadCounted(client, name, manifest, whole, content, say)
      else if (name === CARD_SANDBOX && cardSandbox !== undefined) {
        const lines = key === undefined ? withCheckoutsEnded(withoutTokens(wholeLines(content))) : content
        await pipeline(Readable.from(lines), createWriteStream(cardSandbox, { mode: PRIVATE_FILE }))
        restored.hasCardSandbox = true
      } else if (name.startsWith(`${FILES}/`)) await putFile(keyOf(name), await buffer(Readable.from(content)))
      else await drain(content)
    },
    whole.members,
  )
  if (!isSame(again, whole)) throw new BundleError('The file changed while it was being read.')
  if (whole.manifest.areFilesBeside) await eachFileBeside(order, key, whole, putFile)
  return restored
}

function isSame(one: WholeBundle, other: WholeBundle): boolean {
  if (one.manifest.id !== other.manifest.id || one.members.size !== other.members.size) return false
  return [...one.members.values()].every(({ name, sha256 }) => other.members.get(name)?.sha256 === sha256)
}

/** A forged bundle may hold what ours leave out: sessions and links, and, unless it is encrypted, secrets. */
function isTaken(table: string, key: string | undefined): boolean {
  return !LEFT_OUT.has(table) && (key !== undefined || !SECRET.has(table))
}

async function loadCounted(
  client: pg.Client,
  member: string,
  manifest: Manifest,
  { members }: WholeBundle,
  content: AsyncIterable<Buffer>,
  say: (line: string) => void,
): Promise<number> {
  const name = member.slice('tables/'.length)
  const rows = await loadTable(client, name, manifest, content)
  const listed = members.get(member)?.rows ?? 0
  if (rows !== listed) throw new BundleError(`${name} has ${rows} rows instead of ${listed}.`)
  if (rows > 0) say(`${name}: ${rows} rows`)
  return rows
}

/** Returns why nothing may be restored into this database, or undefined. */
async function findObstacle(db: Database, isReplacing: boolean): Promise<string | undefined> {
  const others = await sql<{ name: string; pid: number }>`
    select application_name as name, pid from pg_stat_activity
    where datname = current_database() and application_name like 'meridian%' and pid <> pg_backend_pid() order by pid`.execute(db)
  const [other] = others.rows
  if (other) return `A site or a command is running on this database (session ${other.pid}, ${other.name}): stop it first.`
  if (isReplacing || !(await hasBusiness(db))) return undefined
  return 'This database already contains a site. Use --replace to overwrite it with the backup; its current data will be lost.'
}

/** Whether anyone has an account, or anything is on sale: also of a demo that was only looked at. */
export async function hasBusiness(db: Database): Promise<boolean> {
  const tables = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where schemaname = 'public' and tablename in ('users', 'tours', 'bookings')`.execute(db)
  if (tables.rows[0]?.count !== 3) return false
  const rows = await sql<{ there: boolean }>`
    select exists (select from users) or exists (select from tours) or exists (select from bookings) as there`.execute(db)
  return rows.rows[0]?.there ?? false
}

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
