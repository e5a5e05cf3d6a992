import { refuseOldNode } from './needed-node.ts'
import { refuse } from './refuse.ts'
import type { Runtime } from './runtime.ts'

await refuseOldNode()
const [{ loadProcessConfig }, { explainFailure, isDatabaseAway, isRefusal }, { readyLine }, { startRuntime }] = await Promise.all([
  import('./config.ts'),
  import('./explain-failure.ts'),
  import('./ready-line.ts'),
  import('./runtime.ts'),
])

/** Counted from when it no longer waits for load balancers. */
const STOP_LIMIT_MS = 20_000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<void> {
  let runtime: Runtime | undefined
  let drainMs = 0
  let isStopping = false
  const fail = (error: unknown): never => {
    process.stderr.write(`${explainFailure(error) ?? (error as Error).stack ?? String(error)}\n`)
    process.exit(1)
  }
  const stop = () => {
    // Under npm, Ctrl-C arrives twice: from the terminal and from npm.
    if (isStopping) return
    isStopping = true
    // During startup nothing is in progress yet, and whatever has been started ends with this process.
    if (!runtime) process.exit(0)
    setTimeout(() => process.exit(1), drainMs + STOP_LIMIT_MS).unref()
    runtime.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // `npm start` is the parent process: when it ends, we must not keep running unsupervised.
  process.on('disconnect', stop)
  try {
    const config = loadProcessConfig()
    for (const line of config.warnings) process.stderr.write(`Warning: ${line}\n`)
    drainMs = config.DRAIN_SECONDS * 1000
    runtime = await startRuntime(config, say)
    const isTerminal = process.stdout.isTTY
    say(readyLine(runtime.address, isTerminal ? await runtime.printedAccounts() : [], isTerminal))
    process.send?.('ready')
  } catch (error) {
    if (isRefusal(error)) await refuse(error.message)
    if (isDatabaseAway(error)) await refuse(explainFailure(error) ?? String(error), 'database away')
    fail(error)
  }
}

await main()
