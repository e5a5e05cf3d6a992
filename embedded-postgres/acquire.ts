import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnv } from './child-env.ts'
import { claim } from './control.ts'
import type { Hold } from './control.ts'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { requireOwnSocketDir } from './place.ts'
import { exitLockTaken } from './watchdog-config.ts'
import type { WatchdogConfig } from './watchdog-config.ts'

const lockPatienceMs = 90_000

/**
 * Claims the server from the watchdog of this place, and starts a watchdog when there is none. `adopted` is true when it was
 * another instance's. Throws EmbeddedPostgresError.
 */
export async function acquire(config: WatchdogConfig, log: (line: string) => void): Promise<{ hold: Hold; adopted: boolean }> {
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
        oneLine(watchdog?.said() ?? '') || `The database's watchdog ended (${exitCode}): see ${config.place.logFile}.`,
      )
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`Another process holds ${config.place.home} but does not answer: end it and start again.`)
    }
    // A lost race for the lock, or a watchdog about to end: try again with a new one.
    if (!watchdog || exitCode !== null) watchdog = startWatchdog(config)
    await delay(10)
  }
}

function startWatchdog(config: WatchdogConfig): { child: ChildProcess; said: () => string } {
  // Beside this file with the same extension, before and after a build.
  const self = fileURLToPath(import.meta.url)
  const script = join(dirname(self), `watchdog${extname(self)}`)
  let text = ''
  // Detached: Ctrl-C in the terminal does not reach it in its own session.
  const child = spawn(process.execPath, [script, JSON.stringify(config)], {
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
