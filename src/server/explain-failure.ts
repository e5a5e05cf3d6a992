import { EmbeddedPostgresError } from '../../embedded-postgres/launcher.ts'
import { ConfigError } from './config.ts'
import { CardSandboxError } from './lib/card-sandbox-process.ts'
import { isConnectionError } from './lib/db.ts'

/** Besides the errors of a connection: the machine is not found, or does not let us in. */
const NOT_REACHED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', '28000', '28P01', '3D000'])

/** What went wrong at the start of a program, in one line that says what to do; undefined for what nobody has foreseen. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof CardSandboxError) {
    return error.message
  }
  const { code, message, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another one: PORT=3100 npm start`
  if (syscall === 'listen') return `The site cannot be opened there: ${message}. Choose another PORT or HOST.`
  const isOfFolder = syscall !== undefined && syscall !== 'connect' && 'path' in (error as object)
  if (isOfFolder) return `${message}. Choose a folder that can be written: DATA_DIR=/path npm start`
  if (isConnectionError(error) || NOT_REACHED.has(code ?? '')) {
    // A name with several addresses fails once for each of them.
    const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
    return `The database of DATABASE_URL cannot be reached: ${message || first?.message}`
  }
  return undefined
}
