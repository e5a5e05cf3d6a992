/**
 * The one process per database that owns its server. Instances of the application hold a connection to it; when the last one closes, by
 * release or kill, it shuts the server down and exits. Started by launcher.ts, detached.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { ensureCluster } from './cluster.ts'
import { controlPath, exitLockTaken, type WatchdogConfig, type WatchdogMessage } from './control.ts'
import { explainFolderError } from './errors.ts'
import { requireOwnSocketDir, takeLock } from './place.ts'
import { startServer } from './server.ts'

const { place, binaries, settings } = JSON.parse(process.argv[2] ?? '') as WatchdogConfig
const firstClaimPatienceMs = 15_000

const holders = new Set<Socket>()
let starting: ReturnType<typeof start> | undefined
let isClosing = false

/** Ctrl-C, logout and service stop signal every process at once; this one exits after the application. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
process.on('uncaughtException', end)

if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(place.account.gid)
  process.setuid?.(place.account.uid)
}
if (!takeLock(place.home)) process.exit(exitLockTaken)

mkdirSync(place.socketDir, { recursive: true, mode: 0o700 })
requireOwnSocketDir(place, place.account.uid)
rmSync(controlPath(place.socketDir), { force: true })
const control = createServer({ allowHalfOpen: true }, accept)
control.listen(controlPath(place.socketDir))
setTimeout(closeWhenUnused, firstClaimPatienceMs)

function accept(socket: Socket): void {
  // An error is followed by 'close'.
  socket.on('error', () => undefined)
  socket.on('end', () => leave(socket))
  socket.on('close', () => leave(socket))
  socket.resume()
  holders.add(socket)
  starting ??= start()
  starting.then(
    () => tell(socket, { ready: { watchdogPid: process.pid } }),
    (error: unknown) => {
      tell(socket, { failed: explainFolderError(error, place.home, place.account.name).message })
      socket.end()
      closeWhenUnused()
    },
  )
}

async function start(): Promise<{ stop(): Promise<void> }> {
  await ensureCluster(place.clusterDir, binaries.binDir, binaries.majorVersion, tellAll)
  const server = await startServer(place, binaries.binDir, settings, tellAll)
  void server.exited.then(() => {
    // The instances see their connection end and start a new watchdog.
    if (!isClosing) process.exit(1)
  })
  return server
}

function leave(socket: Socket): void {
  if (!holders.delete(socket)) return
  // The last connection closes with this process, after the server is down, which is what release() waits for.
  if (holders.size > 0) socket.end()
  else closeWhenUnused()
}

function closeWhenUnused(): void {
  void (starting ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then(async (server) => {
      if (holders.size > 0 || isClosing) return
      isClosing = true
      control.close()
      await server?.stop()
      process.exit(0)
    })
}

function tellAll(line: string): void {
  for (const holder of holders) tell(holder, { log: line })
}

function tell(socket: Socket, message: WatchdogMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}

function end(error: unknown): void {
  const { message } = explainFolderError(error, place.home, place.account.name)
  try {
    appendFileSync(place.logFile, `watchdog: ${error instanceof Error ? error.stack : message}\n`, { mode: 0o600 })
  } catch {
    // The launcher gets the line anyway.
  }
  process.stderr.on('error', () => process.exit(1))
  process.stderr.write(`${message}\n`, () => process.exit(1))
}
