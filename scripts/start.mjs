// `npm start` runs the site, restarts it after any failure with growing pauses, and says why. Refused settings end it, because they would be
// refused again. With START_TRIES=5, as under systemd, so do five failed starts in a row before it has ever been ready: it then ends with 70, so that
// an upgrade goes back. A database that is away is waited for.
//   node scripts/start.mjs            the built site
//   node scripts/start.mjs <program>  another program that says `ready` or `refused` to its parent
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { HEAP_ENVIRONMENT, HEAP_FLAGS, pauseSeconds, STEADY_MS } from './site-process.mjs'

const root = path.dirname(import.meta.dirname)
const program = process.argv[2] ?? 'dist/server/src/server/main.js'
const tries = Number(process.env.START_TRIES) || Infinity
const GIVEN_UP = 70
const FLAGS = ['--enable-source-maps', ...HEAP_FLAGS]

let child
const stopping = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping.abort()
    // The site shuts down cleanly on either signal. Ctrl-C has already reached it from the terminal, which does no harm.
    child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}

/** Runs the program to its end. Returns how it ended, its last message, and whether it had been ready, also for a while. */
function run() {
  return new Promise((resolve) => {
    // The channel tells the site when this process is gone, so that it stops rather than run unsupervised.
    child = spawn(process.execPath, [...FLAGS, program], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...HEAP_ENVIRONMENT, ...process.env },
    })
    let said
    let readySince = Infinity
    child.on('message', (word) => {
      said = word
      if (word === 'ready') readySince = performance.now()
    })
    const end = (how) => resolve({ ...how, said, wasReady: readySince < Infinity, isSteady: performance.now() - readySince > STEADY_MS })
    // It could not be started: no memory or processes left.
    child.once('error', (error) => end({ code: 1, error }))
    child.once('exit', (code, signal) => end({ code, signal }))
  })
}

function reasonOf({ code, signal, error }) {
  if (error) return error.message
  // V8 aborts when the heap is full, after printing its own report.
  if (signal === 'SIGABRT' || code === 134) return 'it was out of memory, or aborted'
  return signal ? `signal ${signal}` : `exit code ${code}`
}

if (!existsSync(path.resolve(root, program))) {
  console.error(`The site isn’t built: ${program} is missing. Run npm run build in ${root} first.`)
  process.exit(GIVEN_UP)
}

let failedStarts = 0
let hasBeenReady = false
for (let failures = 1; ; failures++) {
  const end = await run()
  if (stopping.signal.aborted || end.said === 'refused') {
    process.exitCode = end.code ?? 1
    break
  }
  if (end.isSteady) failures = 1
  const seconds = pauseSeconds(failures)
  const did = end.said === 'ready' ? 'has ended' : 'did not start'
  hasBeenReady ||= end.wasReady
  failedStarts = hasBeenReady || end.said === 'database away' ? 0 : failedStarts + 1
  if (failedStarts >= tries) {
    console.error(
      `${new Date().toISOString()} The site ${did} (${reasonOf(end)}), ${failedStarts} times in a row: it is not started again.`,
    )
    process.exitCode = GIVEN_UP
    break
  }
  const next = seconds === 0 ? ' and is started again' : `: the next start is in ${seconds} s`
  console.error(`${new Date().toISOString()} The site ${did} (${reasonOf(end)})${next}.`)
  await delay(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
  if (stopping.signal.aborted) break
}
