import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { givingWay } from './account.ts'
import { childEnv } from './child-env.ts'
import { EmbeddedPostgresError, noSpaceLeft } from './errors.ts'
import { disarmPostmasterFile, findPostmaster, isPostmasterOf, port, type Place } from './place.ts'
import { query } from './wire.ts'

export interface Server {
  exited: Promise<void>
  /** Fast shutdown; resolves when the process is gone. */
  stop(): Promise<void>
}

export type ServerPlace = Pick<Place, 'clusterDir' | 'socketDir' | 'logFile'>

/** PostgreSQL's messages while something of a killed server is left. */
const leftoverSigns = [/pre-existing shared memory block/, /lock file "[^"\n]*" already exists/]
const leftoverPatienceMs = 30_000
const recoveryPatienceMs = 600_000
const shutdownPatienceMs = 60_000
const largestLogBytes = 10_000_000

/**
 * Adopts a server left running by a killed watchdog, or starts one. Call it under the lock, which makes any server found an orphan.
 * Throws EmbeddedPostgresError.
 */
export async function startServer(
  place: ServerPlace,
  binDir: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Server> {
  const deadline = Date.now() + leftoverPatienceMs
  for (;;) {
    const orphan = findPostmaster(place.clusterDir)
    if (orphan) {
      const server = track(orphan.pid, untilGone(orphan.pid, place.clusterDir))
      if (orphan.socketDir === place.socketDir && (await isAnswering(place))) return server
      await server.stop()
    }
    const started = await launch(place, binDir, settings, log)
    if ('stop' in started) return started
    // After kill -9 of a server its children need a moment to notice; until then PostgreSQL rightly refuses to start.
    const isLeftover = leftoverSigns.some((sign) => sign.test(started.logged))
    if (!isLeftover || Date.now() > deadline) throw explainLog(started.logged, place)
    await delay(200)
  }
}

async function launch(
  place: ServerPlace,
  binDir: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Server | { logged: string }> {
  disarmPostmasterFile(place.clusterDir)
  for (const suffix of ['', '.lock']) rmSync(join(place.socketDir, `.s.PGSQL.${port}${suffix}`), { force: true })
  const logFile = openLog(place.logFile)
  const postgres = [join(binDir, 'postgres'), '-D', place.clusterDir, ...asArguments({ ...ourSettings(place.socketDir), ...settings })]
  const [command = '', ...args] = [...givingWay(), ...postgres]
  const child = spawn(command, args, { stdio: ['ignore', logFile.descriptor, logFile.descriptor], env: childEnv() })
  closeSync(logFile.descriptor)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const begun = Date.now()
  let hasToldRecovery = false
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (await isAnswering(place)) return track(child.pid, exited)
    if (Date.now() - begun > recoveryPatienceMs) {
      await track(child.pid, exited).stop()
      break
    }
    if (!hasToldRecovery && Date.now() - begun > 5000) {
      hasToldRecovery = true
      log(`The database is recovering from a crash. This can take a few minutes (see ${place.logFile})…`)
    }
    await delay(15)
  }
  return { logged: readFileSync(place.logFile).subarray(logFile.size).toString('utf8') }
}

function ourSettings(socketDir: string): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${sharedMegabytes()}MB`,
    max_connections: '60',
    logging_collector: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of an error quote the refused row, with what people wrote.
    log_error_verbosity: 'terse',
  }
}

/** A thirty-second of the memory limit, between 64 and 512 MB. PostgreSQL allocates it only as needed. */
function sharedMegabytes(): number {
  const limit = process.constrainedMemory()
  const bytes = Math.min(totalmem(), limit > 0 ? limit : Infinity)
  return Math.min(512, Math.max(64, Math.floor(bytes / 2 ** 20 / 32)))
}

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function track(pid: number, exited: Promise<void>): Server {
  async function stop(): Promise<void> {
    signal(pid, 'SIGINT')
    // The disk is too slow for the closing checkpoint. Immediate shutdown is safe too, since the next start recovers.
    const timer = setTimeout(() => signal(pid, 'SIGQUIT'), shutdownPatienceMs)
    await exited
    clearTimeout(timer)
  }
  return { exited, stop }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited by itself; `exited` resolves.
  }
}

async function untilGone(pid: number, clusterDir: string): Promise<void> {
  while (isPostmasterOf(pid, clusterDir)) await delay(50)
}

async function isAnswering(place: ServerPlace): Promise<boolean> {
  try {
    return (await query(place.socketDir, 'postgres', 'SHOW data_directory', 5000))[0]?.[0] === place.clusterDir
  } catch {
    return false
  }
}

function openLog(path: string): { descriptor: number; size: number } {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(path, `${path}.old`)
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, size: statSync(path).size }
}

function explainLog(logged: string, place: ServerPlace): EmbeddedPostgresError {
  if (logged.includes('No space left on device')) return noSpaceLeft(place.clusterDir)
  // Our own polling logs "the database system is starting up".
  const reasons = Array.from(logged.matchAll(/(?:FATAL|PANIC|ERROR): +(.*)/g), ([, reason = '']) => reason)
  const reason = reasons.find((each) => !each.startsWith('the database system is ')) ?? 'it exited without giving a reason'
  return new EmbeddedPostgresError(`PostgreSQL did not start: ${reason}. See ${place.logFile}.`)
}
