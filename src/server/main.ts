import { CardSandboxError } from './lib/card-sandbox-process.ts'
import { EmbeddedPostgresError } from '../../embedded-postgres/launcher.ts'
import { ConfigError, loadProcessConfig } from './config.ts'
import { errorCode } from './lib/db.ts'
import { startRuntime, type Runtime } from './runtime.ts'

/** After this long a stop that waits for something is cut short. */
const STOP_LIMIT_MS = 20_000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What went wrong at start, in one line that says what to do. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof CardSandboxError) {
    return error.message
  }
  const { message, port } = error as NodeJS.ErrnoException & { port?: number }
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Choose another one: PORT=3100 npm start`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${message}. Choose a folder that can be written: DATA_DIR=/path npm start`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case '28P01':
    case '3D000':
      return `The database of DATABASE_URL cannot be reached: ${message}`
    default:
      return (error as Error).stack ?? String(error)
  }
}

async function main(): Promise<void> {
  let runtime: Runtime
  try {
    runtime = await startRuntime(loadProcessConfig(), say)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    runtime.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  say(`Meridian is ready: ${runtime.address}`)
}

await main()
