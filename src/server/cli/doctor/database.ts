import { sql } from 'kysely'
import { openClient, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import { findNewerVersion, listPendingMigrations, START_NEWER } from '#server/lib/migrate.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

/** The oldest version that the tests run against (README). */
const OLDEST_VERSION = 15
const EXTENSIONS = ['pg_trgm', 'unaccent']
const MAX_DRIFT_SECONDS = 2

/** Looks at the database as the site's own role, and changes nothing. */
export async function examineDatabase(db: Database): Promise<Finding[]> {
  try {
    return [
      await examineVersion(db),
      await examineExtensions(db),
      await examineSchema(db),
      await examineSettings(db),
      await examineClock(db),
    ]
  } catch (error) {
    return [fault('database', `Can’t connect: ${reasonOf(error)}.`, 'Check that it’s running, and check DATABASE_URL.')]
  }
}

/** Looks at what only the owner of the tables can do. Nothing if all is well. */
export async function examineOwner(owner: ConnectionOptions, needsScratch: boolean): Promise<Finding[]> {
  try {
    const client = await openClient(owner, 'doctor')
    const [{ role, may } = { role: '', may: true }] = await readRights(client)
    if (may || !needsScratch) return []
    const remedy = `A database administrator needs to run: alter role ${role} createdb; without it set BACKUP_PROOF=off.`
    return [warning('backup proof', `${role} isn’t allowed to create databases, so no backup can be verified.`, remedy)]
  } catch (error) {
    return [fault('database owner', `Can’t connect: ${reasonOf(error)}.`, 'Check DATABASE_MIGRATION_URL.')]
  }
}

async function readRights(client: Awaited<ReturnType<typeof openClient>>): Promise<{ role: string; may: boolean }[]> {
  try {
    const { rows } = await client.query<{ role: string; may: boolean }>(
      'select quote_ident(rolname) as role, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows
  } finally {
    await client.end()
  }
}

async function examineVersion(db: Database): Promise<Finding> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number`.execute(db)
  const { version = '?', number = 0 } = rows[0] ?? {}
  if (number >= OLDEST_VERSION * 10_000) return ok('database', `PostgreSQL ${version} responds.`)
  return fault('database', `PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_VERSION} or newer.`)
}

async function examineExtensions(db: Database): Promise<Finding> {
  const { rows } = await sql<{ extname: string }>`select extname from pg_extension`.execute(db)
  const missing = EXTENSIONS.filter((name) => !rows.some(({ extname }) => extname === name))
  if (missing.length === 0) return ok('extensions', `${EXTENSIONS.join(' and ')} are installed.`)
  const statements = missing.map((name) => `create extension ${name};`).join(' ')
  return fault('extensions', `${missing.join(' and ')} missing.`, `A database administrator needs to run: ${statements}`)
}

/** The role must be able to write every table that the migrations have made. */
async function examineSchema(db: Database): Promise<Finding> {
  const pending = await listPendingMigrations(db)
  const newer = await findNewerVersion(db)
  if (newer !== undefined) return fault('schema', newer, START_NEWER)
  if (pending.length > 0)
    return warning(
      'schema',
      `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending, starting with ${pending[0]}.`,
      'Start the site: it applies them.',
    )
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and relname not like 'kysely%' and not has_any_column_privilege(pg_class.oid, 'insert') order by relname`.execute(
    db,
  )
  if (rows.length === 0) return ok('schema', 'Up to date and writable.')
  return fault(
    'schema',
    `The site’s role can’t write to ${rows.map(({ name }) => name).join(', ')}.`,
    'Start the site with DATABASE_MIGRATION_URL: it grants what is missing.',
  )
}

/** What each setting of the server should be, and what happens otherwise. */
const NEEDED_SETTINGS: Record<string, { is: string; otherwise: string }> = {
  fsync: { is: 'on', otherwise: 'a power cut can destroy the database' },
  full_page_writes: { is: 'on', otherwise: 'a power cut can destroy the database' },
  synchronous_commit: { is: 'on', otherwise: 'a crash can lose payments that were already confirmed' },
  enable_indexscan: { is: 'on', otherwise: 'lists and searches take seconds' },
  enable_bitmapscan: { is: 'on', otherwise: 'searches take seconds' },
  enable_nestloop: { is: 'on', otherwise: 'lists take seconds' },
  track_counts: { is: 'on', otherwise: 'autovacuum never runs and everything slows down' },
  autovacuum: { is: 'on', otherwise: 'everything slows down as tables grow' },
  jit_above_cost: { is: '100000', otherwise: 'statements may be compiled that would run in less time' },
}

/** As the site's own role gets them: of the server, the database or the role. A stricter `synchronous_commit` is fine too. */
async function examineSettings(db: Database): Promise<Finding> {
  const names = Object.keys(NEEDED_SETTINGS)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names}::text[])`.execute(db)
  const hurting = rows.filter(({ name, setting }) => isHurting(name, setting))
  if (hurting.length === 0) return ok('database settings', 'None that hurt.')
  const says = hurting.map(({ name, setting }) => `${name} is ${setting}: ${NEEDED_SETTINGS[name]?.otherwise}.`).join(' ')
  const helps = hurting.map(({ name }) => `alter system set ${name} = '${NEEDED_SETTINGS[name]?.is}';`).join(' ')
  return warning('database settings', says, `A database administrator needs to run: ${helps} select pg_reload_conf();`)
}

function isHurting(name: string, setting: string): boolean {
  if (name === 'synchronous_commit') return ['off', 'local'].includes(setting)
  if (name === 'jit_above_cost') return Number(setting) >= 0 && Number(setting) < 100_000
  return setting !== NEEDED_SETTINGS[name]?.is
}

/** Holds and signed links end by both clocks. */
async function examineClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const seconds = Math.abs((rows[0]?.ms ?? before) - (before + Date.now()) / 2) / 1000
  if (seconds <= MAX_DRIFT_SECONDS) return ok('clock', 'In sync with the database.')
  return fault('clock', `${Math.round(seconds)} seconds out of sync with the database.`, 'Use NTP on both machines.')
}
