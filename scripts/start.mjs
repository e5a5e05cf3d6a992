// `npm start`: runs the site, and starts it again when it dies: at most five times a minute, and it says why.
//   node scripts/start.mjs            the built site
//   node scripts/start.mjs <program>  another program that says `ready` to its parent
import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { HEAP_ENVIRONMENT, HEAP_FLAGS } from './heap-flags.mjs'

const root = path.dirname(import.meta.dirname)
const program = process.argv[2] ?? 'dist/server/src/server/main.js'
const FLAGS = ['--enable-source-maps', ...HEAP_FLAGS]
const STARTS_PER_MINUTE = 5
const MINUTE_MS = 60_000

let child
const stopping = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping.abort()
    // It stops in good order on either of these; Ctrl-C has already reached it from the terminal, which does no harm.
    child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}

/** Runs the program to its end and returns how it ended, and whether it had been ready. */
function run() {
  return new Promise((resolve, reject) => {
    // The channel tells the site when we are gone: it then stops, rather than run on with nobody to watch it.
    child = spawn(process.execPath, [...FLAGS, program], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...HEAP_ENVIRONMENT, ...process.env },
    })
    let isReady = false
    child.once('message', () => (isReady = true))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal, isReady }))
  })
}

/** Waits while so many starts lie within the last minute that another one would be too many. */
async function untilAllowed(starts) {
  const [oldest] = starts.slice(-STARTS_PER_MINUTE)
  if (starts.length < STARTS_PER_MINUTE) return
  const pause = oldest + MINUTE_MS - Date.now()
  if (pause <= 0) return
  console.error(`It has been started ${STARTS_PER_MINUTE} times within a minute: the next start is in ${Math.ceil(pause / 1000)} s.`)
  await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
}

function reasonOf({ code, signal }) {
  // V8 aborts when the heap is full, after a report of its own.
  if (signal === 'SIGABRT' || code === 134) return 'it was out of memory, or aborted'
  return signal ? `signal ${signal}` : `exit code ${code}`
}

const starts = []
for (;;) {
  starts.push(Date.now())
  const end = await run()
  const isFirst = starts.length === 1
  // What fails before it was ever ready (a port that is taken, a bad setting) would fail again, and has said why.
  if (stopping.signal.aborted || end.code === 0 || (isFirst && !end.isReady)) {
    process.exitCode = end.code ?? 1
    break
  }
  console.error(`${new Date().toISOString()} The site has ended (${reasonOf(end)}) and is started again.`)
  await untilAllowed(starts)
  if (stopping.signal.aborted) break
}
