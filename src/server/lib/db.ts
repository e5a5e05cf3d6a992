import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'
import { PreparingClient, UnnamedClient } from './pg-clients.ts'
import { sessionName } from './session-names.ts'

export type Database = Kysely<DB>
/** A separate type, so that passing a plain database where a transaction is needed does not compile. */
export type Trx = Transaction<DB>

/** `preparesStatements` is false behind a pooler that loses them. */
export type ConnectionOptions =
  | { connectionString: string; preparesStatements?: boolean }
  | { host: string; port: number; user: string; database: string; preparesStatements?: boolean }

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return Number
    if (oid === pg.types.builtins.NUMERIC) return Number
    // Calendar days stay text, because a Date would shift them by this machine's time zone.
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

/** A hanging statement would hold its connection forever; no statement of a call or job should take this long. */
export const STATEMENT_TIMEOUT_MS = 30_000
/** A server that is alive ends the statement itself. One that froze or was cut off says nothing, so that a little later the client does. */
export function patienceOf(timeoutMs: number): number {
  return Math.ceil(timeoutMs * 1.2)
}

/** `timeoutMs` limits the duration of a statement; 0 means no limit. */
export function createPool(
  connection: ConnectionOptions,
  max: number,
  onError: (error: Error) => void,
  timeoutMs = STATEMENT_TIMEOUT_MS,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    Client: connection.preparesStatements === false ? UnnamedClient : PreparingClient,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: timeoutMs,
    ...(timeoutMs > 0 && { query_timeout: patienceOf(timeoutMs) }),
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    application_name: sessionName('site'),
  })
  pool.on('error', onError)
  // A connection cut between two statements of a transaction has no error listener, and an unhandled error event ends the process. The
  // next statement on it fails, which tells its user.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Opens a connection of its own, without a limit on how long a statement takes. `part` says in `pg_stat_activity` what it is for. */
export async function openClient(connection: ConnectionOptions, part: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, types, application_name: sessionName(part), keepAlive: true })
  // Its next user learns that it was cut.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Cuts a connection that may be in the middle of a statement, whose end no one waits for. */
export function cutClient(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } }
  connection.stream.destroy()
}

/** A database of one connection that its caller opened and ends, so that both can work in one transaction. */
export function databaseOn(client: pg.Client): Database {
  const lent = Object.assign(client, { release: () => undefined })
  const pool = { connect: async () => lent, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}

export async function isReachable(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}

/** Runs the work under an advisory lock shared by all processes on this database, so keep it short. */
export async function exclusively<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`meridian-${name}`}))`.execute(trx)
    return work()
  })
}

/**
 * Runs the work unless another process on this database is running work of the same name. Returns whether it ran. The
 * lock belongs to an otherwise idle transaction, so that a process that dies releases it; a session lock would stay in a
 * pooler's connection and reach its next user.
 */
export async function unlessRunning(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`meridian-${name}`})) as is_mine`.execute(trx)
    if (!rows[0]?.is_mine) return false
    // Must be the last statement before the work: one with parameters would keep its snapshot, and with it every dead row, until the
    // next.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await work()
    return true
  })
}

/** System codes, followed by PostgreSQL's classes for connection, resources and shutdown, and a server that follows another. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const CONNECTION_CLASSES = /^(08...|53...|57P0.|25006)$/
/** The driver's own errors have no code. */
const CONNECTION_MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout/
/** PostgreSQL has a code for a full disk but none for a used-up quota or a disk that became read-only: "could not extend file …: …". */
const DISK_MESSAGES = [': Disk quota exceeded', ': Read-only file system']

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (CONNECTION_CODES.has(code) || CONNECTION_CLASSES.test(code)) return true
  if (!(error instanceof Error)) return false
  const { message } = error
  return CONNECTION_MESSAGES.test(message) || (message.startsWith('could not ') && DISK_MESSAGES.some((end) => message.endsWith(end)))
}
