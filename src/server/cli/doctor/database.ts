import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import { listPendingMigrations } from '#server/lib/migrate.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

/** The oldest version that the tests run against (README). */
const OLDEST_VERSION = 15
const EXTENSIONS = ['pg_trgm', 'unaccent']
const MOST_DRIFT_SECONDS = 2

/** Looks at the database as the site's own role, and changes nothing. */
export async function examineDatabase(db: Database): Promise<Finding[]> {
  try {
    return [await examineVersion(db), await examineExtensions(db), await examineSchema(db), await examineClock(db)]
  } catch (error) {
    return [fault('database', `Can’t connect: ${reasonOf(error)}.`, 'Check that it’s running, and check DATABASE_URL.')]
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
  if (pending.length > 0)
    return warning('schema', `${pending.length} migrations are pending, starting with ${pending[0]}.`, 'Start the site: it applies them.')
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

/** Holds and signed links end by both clocks. */
async function examineClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const seconds = Math.abs((rows[0]?.ms ?? before) - (before + Date.now()) / 2) / 1000
  if (seconds <= MOST_DRIFT_SECONDS) return ok('clock', 'In sync with the database.')
  return fault('clock', `${Math.round(seconds)} seconds out of sync with the database.`, 'Use NTP on both machines.')
}
