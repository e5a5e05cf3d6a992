import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import { PreparingClient } from './preparing-client.ts'

export type Database = Kysely<DB>
/** A needed transaction is a type: a plain database does not compile where this is asked. */
export type Trx = Transaction<DB>

/** How to reach PostgreSQL: `DATABASE_URL`, or the socket of the embedded server. */
export type ConnectionOptions = { connectionString: string } | { host: string; port: number; user: string; database: string }

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number
    if (oid === pg.types.builtins.NUMERIC) return Number
    // A calendar day stays a text: a Date would shift it by the time zone of this machine.
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

export function createPool(connection: ConnectionOptions, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    Client: PreparingClient,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // A statement that hangs would hold a connection for ever; no statement of ours is meant to take long.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'meridian',
  })
  pool.on('error', onError)
  // A connection that is cut between two statements of a transaction belongs to nobody who listens, and an error that
  // nobody hears ends the process. The next statement on it fails, which is how its user learns.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether the database answers. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}

/** Runs the work while no other process on this database runs any of the same name. The work may not take long. */
export async function exclusively<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`meridian-${name}`}))`.execute(trx)
    return work()
  })
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
])

/** The PostgreSQL or system error code of an error, if it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** Whether an error says that the database cannot be reached just now, rather than that we asked something wrong. */
export function isConnectionError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return (
    CONNECTION_CODES.has(errorCode(error) ?? '') ||
    message.includes('Connection terminated') ||
    message.includes('timeout exceeded when trying to connect')
  )
}
