import { CardSandboxError } from './lib/card-sandbox-process.ts'
import { EmbeddedPostgresError } from '../../embedded-postgres/launcher.ts'
import { ConfigError, loadProcessConfig } from './config.ts'
import { isConnectionError } from './lib/db.ts'
import { startRuntime, type Runtime } from './runtime.ts'

/** After this long a stop that waits for something is cut short. */
const STOP_LIMIT_MS = 20_000

/** Besides the errors of a connection: the machine is not found, or does not let us in. */
const NOT_REACHED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', '28000', '28P01', '3D000'])

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What went wrong at start, in one line that says what to do. */
function explain(error: unknown): string {
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
  return (error as Error).stack ?? String(error)
}

async function main(): Promise<void> {
  let runtime: Runtime | undefined
  let isStopping = false
  const fail = (error: unknown): never => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
  const stop = () => {
    // Ctrl-C under npm comes twice, from the terminal and from npm.
    if (isStopping) return
    isStopping = true
    // During the start nothing is in hand yet, and what has been started ends with us.
    if (!runtime) process.exit(0)
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    runtime.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    runtime = await startRuntime(loadProcessConfig(), say)
    say(`Meridian is ready: ${runtime.address}`)
  } catch (error) {
    fail(error)
  }
}

await main()
