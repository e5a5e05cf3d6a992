import { EmbeddedPostgresError } from '../../packages/embedded-postgres/launcher.ts'
import { ConfigError, isOfDataFolder, namedDatabases } from './config.ts'
import { SynonymsError } from './features/tours/search/synonyms.ts'
import { VocabularyError } from './features/tours/search/vocabulary.ts'
import { CardSandboxError } from './lib/card-sandbox-process.ts'
import { isConnectionError } from './lib/db.ts'
import { TooOldError } from './lib/migrate.ts'

/** Restarting with the same settings would fail again. */
const REFUSALS = [ConfigError, SynonymsError, VocabularyError, TooOldError]
/** The messages of these already say what to do. */
const EXPLAINED = [...REFUSALS, EmbeddedPostgresError, CardSandboxError]
/** In addition to connection errors: an unknown or unreachable host, or a database that refuses the login. */
const NOT_REACHED = new Set(['ENOTFOUND', '28000', '28P01', '3D000'])

/** Returns whether only different settings would help. Anything else may be temporary: a port, a disk, a database that is starting. */
export function isRefusal(error: unknown): error is Error {
  return REFUSALS.some((each) => error instanceof each)
}

/** The server has no TLS, or a certificate that `sslmode` doesn’t accept. The driver’s own error for the former has no code. */
const NO_TLS = /^The server does not support SSL connections/
const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|HOSTNAME_MISMATCH)$/
const NO_RIGHT = '42501'
const NO_TABLE = '42P01'

type Failure = NodeJS.ErrnoException & { port?: number; hostname?: string; setting?: string }

/** Returns whether the database could not be reached, or the connection broke, perhaps during a migration. */
export function isDatabaseAway(error: unknown): boolean {
  if (EXPLAINED.some((each) => error instanceof each)) return false
  const { syscall, cause } = error as NodeJS.ErrnoException
  return syscall !== 'listen' && !isOfOwnHost(error as Failure) && (isUnreached(error) || isConnectionError(cause))
}

/** Returns whether the name of a machine that nothing knows is one to listen on, and not a database's. */
function isOfOwnHost({ syscall, hostname, setting }: Failure): boolean {
  if (syscall !== 'getaddrinfo') return false
  const { site, owner } = namedDatabases()
  return setting !== undefined || [site, owner].every((url) => url === undefined || hostOf(new URL(url)) !== hostname)
}

function hostOf({ hostname, searchParams }: URL): string {
  return searchParams.get('host') ?? decodeURIComponent(hostname)
}

function isUnreached(error: unknown): boolean {
  return isConnectionError(error) || NOT_REACHED.has((error as NodeJS.ErrnoException).code ?? '')
}

/** Returns one line that says what to do, or undefined for anything unforeseen. */
export function explainFailure(error: unknown): string | undefined {
  if (EXPLAINED.some((each) => error instanceof each)) return (error as Error).message
  const failure = error as Failure
  const { code, message, port, syscall, setting = 'PORT' } = failure
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Choose another: ${setting}=${setting === 'PORT' ? 3100 : 9464} npm start`
  if (syscall === 'listen' || isOfOwnHost(failure))
    return `The site can’t listen there: ${message}. Choose another ${setting} or ${setting.replace('PORT', 'HOST')}.`
  const isOfFolder = syscall !== undefined && syscall !== 'connect' && 'path' in (error as object)
  if (isOfFolder) return explainFolder(failure)
  if (NO_TLS.test(message) || CERTIFICATE.test(code ?? ''))
    return `${notReached(failure).replace(/\.?$/, '.')} Set up TLS at the server, or correct sslmode in the address.`
  if (isUnreached(error)) return notReached(failure)
  if (isOfExtension(error)) {
    return `${(error.cause as Error).message}: a database administrator must run: create extension unaccent; create extension pg_trgm; (.env.example, DATABASE_URL)`
  }
  return explainRights(failure) ?? explainCause(failure)
}

function explainFolder({ message, path = '' }: Failure): string {
  if (isOfDataFolder(path)) return `${message}. Make the site’s user the owner of that folder, or set DATA_DIR to another one.`
  const { site, owner } = namedDatabases()
  const names = (url?: string) => url !== undefined && [...new URL(url).searchParams.values()].includes(path)
  const address = [...(names(site) ? ['DATABASE_URL'] : []), ...(names(owner) ? ['DATABASE_MIGRATION_URL'] : [])].join(' and ')
  return `${message}. ${address ? `Correct this file in ${address}` : 'Make sure it’s there and that the site’s user can read and write it'}.`
}

function notReached(error: Failure): string {
  // A host name with several addresses fails once for each of them.
  const [first] = error instanceof AggregateError ? (error.errors as Failure[]) : []
  const reason = error.message || first?.message || ''
  const { site, owner } = namedDatabases()
  if (site === undefined) return `The embedded database has stopped or is recovering from a crash: ${reason}`
  const known = first ?? error
  const isOwners = owner !== undefined && !fits(site, known) && fits(owner, known)
  return `Can’t connect to the database in ${isOwners ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL'}: ${reason}`
}

/** Returns whether an address can be the one that failed so, by what the failure says of it. */
function fits(address: string, { message, port, hostname }: Failure): boolean {
  const url = new URL(address)
  const query = url.searchParams
  const [, user] = /\b(?:user|role) "([^"]+)"/.exec(message) ?? []
  const [, database] = /\bdatabase "([^"]+)"/.exec(message) ?? []
  const isOfTls = NO_TLS.test(message)
  return (
    (user === undefined || user === (decodeURIComponent(url.username) || query.get('user'))) &&
    (database === undefined || `/${database}` === decodeURIComponent(url.pathname)) &&
    (hostname === undefined || hostname === hostOf(url)) &&
    (port === undefined || port === Number(url.port || query.get('port') || 5432)) &&
    (!isOfTls || query.has('sslmode') || query.has('ssl'))
  )
}

/** The role may not do what only the owner of the tables may, or the tables are in another database. */
function explainRights({ code, message, cause }: Failure): string | undefined {
  const { code: codeBelow, message: messageBelow } = (cause ?? {}) as Failure
  const { site, owner } = namedDatabases()
  if (site === undefined) return undefined
  if (code === NO_RIGHT || codeBelow === NO_RIGHT) {
    const reason = code === NO_RIGHT ? message : messageBelow
    return owner === undefined
      ? `The role in DATABASE_URL can’t set up the tables: ${reason}. Set DATABASE_MIGRATION_URL to the role that owns the database (docs/installing.md).`
      : `The role in DATABASE_MIGRATION_URL can’t set up the tables: ${reason}. Set it to the role that owns the database and its tables (docs/installing.md).`
  }
  if (code === NO_TABLE && owner !== undefined)
    return `The database in DATABASE_URL lacks tables: ${message}. DATABASE_URL and DATABASE_MIGRATION_URL must lead to the same database.`
  return undefined
}

/** The connection broke during a migration. */
function explainCause({ cause }: Failure): string | undefined {
  return isConnectionError(cause) ? explainFailure(cause) : undefined
}

function isOfExtension(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof Error && /extension "/.test(error.cause.message)
}
