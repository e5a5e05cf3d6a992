import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { childEnv } from './child-env.ts'
import { claim, exitLockTaken, type Hold, type WatchdogConfig } from './control.ts'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { requireOwnSocketDir } from './place.ts'

const lockPatienceMs = 90_000

/**
 * Claims the server from its watchdog, starting one when there is none. `adopted` means another instance started it. Throws
 * EmbeddedPostgresError.
 */
export async function acquire(
  config: WatchdogConfig,
  program: string,
  log: (line: string) => void,
): Promise<{ hold: Hold; adopted: boolean }> {
  const deadline = Date.now() + lockPatienceMs
  let watchdog: { child: ChildProcess; said: () => string } | undefined
  for (;;) {
    requireOwnSocketDir(config.place, config.place.account.uid)
    const hold = await claim(config.place.socketDir, log)
    if (hold) {
      watchdog?.child.stderr?.destroy()
      return { hold, adopted: hold.watchdogPid !== watchdog?.child.pid }
    }
    const exitCode = watchdog?.child.exitCode ?? watchdog?.child.signalCode
    if (exitCode !== undefined && exitCode !== null && exitCode !== 0 && exitCode !== exitLockTaken) {
      throw new EmbeddedPostgresError(
        oneLine(watchdog?.said() ?? '') || `The database watchdog exited (${exitCode}). See ${config.place.logFile}.`,
      )
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`Another process is using ${config.place.home} but isn’t responding. Stop it and start again.`)
    }
    // Another watchdog won the lock, or this one is exiting: try again with a new one.
    if (!watchdog || exitCode !== null) watchdog = startWatchdog(config, program)
    await delay(10)
  }
}

function startWatchdog(config: WatchdogConfig, program: string): { child: ChildProcess; said: () => string } {
  let text = ''
  // Detached, so that Ctrl-C in the terminal does not reach it. Warnings are off because people read its output, and Node 22 still warns
  // that its SQLite module is experimental.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(config)], {
    detached: true,
    cwd: config.place.home,
    env: childEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.on('error', (error) => (text += error.message))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  child.unref()
  return { child, said: () => text }
}
