import { EmbeddedPostgresError } from '../../embedded-postgres/launcher.ts'
import { ConfigError, isDatabaseNamed } from './config.ts'
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

/** Returns whether the database could not be reached, or the connection broke, perhaps during a migration. */
export function isDatabaseAway(error: unknown): boolean {
  if (EXPLAINED.some((each) => error instanceof each)) return false
  const { syscall, cause } = error as NodeJS.ErrnoException
  return syscall !== 'listen' && (isUnreached(error) || isConnectionError(cause))
}

function isUnreached(error: unknown): boolean {
  return isConnectionError(error) || NOT_REACHED.has((error as NodeJS.ErrnoException).code ?? '')
}

/** Returns one line that says what to do, or undefined for anything unforeseen. */
export function explainFailure(error: unknown): string | undefined {
  if (EXPLAINED.some((each) => error instanceof each)) return (error as Error).message
  const { code, message, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Choose another: PORT=3100 npm start`
  if (syscall === 'listen') return `The site can’t listen there: ${message}. Choose another PORT or HOST.`
  const isOfFolder = syscall !== undefined && syscall !== 'connect' && 'path' in (error as object)
  if (isOfFolder) return `${message}. Choose a writable folder: DATA_DIR=/path npm start`
  if (isUnreached(error)) {
    // A host name with several addresses fails once for each of them.
    const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
    const where = isDatabaseNamed()
      ? 'Can’t connect to the database in DATABASE_URL'
      : 'The embedded database has stopped or is recovering from a crash'
    return `${where}: ${message || first?.message}`
  }
  if (isOfExtension(error)) {
    return `${(error.cause as Error).message}: a database administrator must run: create extension unaccent; create extension pg_trgm; (.env.example, DATABASE_URL)`
  }
  // The connection broke during a migration.
  return error instanceof Error && isConnectionError(error.cause) ? explainFailure(error.cause) : undefined
}

function isOfExtension(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof Error && /extension "/.test(error.cause.message)
}
