// Measures the console's calls on the business of a large agency over years:
//   npm run bench:desk [-- --data folder] [--only palette] [--size 1000000] [--bookings 1000000]
// Generating it takes minutes; --data keeps it for the next run. `size` is that of each table in desk.sql, `bookings` the generator's of tours.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { poll } from '../../tests/support/poll.ts'
import { BUILD, ServerProcess } from '../../tests/support/server-process.ts'
import { kindsOf } from './desk-calls.ts'
import { takeSamples } from './desk-samples.ts'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { DESK, generate, openFolder } from './generated.ts'
import { percentile } from './programs.ts'

const TIMES = 40
const WARM_UP = 5
const MAX_MS = 100
const PATIENCE_MS = 10 * 60_000

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    size: { type: 'string', default: '1000000' },
    bookings: { type: 'string', default: String(DESK.bookings) },
  },
})
const bookings = Number(values.bookings)
const { folder, done } = openFolder(values.data)
const print = (line: string) => process.stdout.write(`${line}\n`)

generate(folder, 'desk', { ...DESK, bookings, people: Math.ceil(bookings / 10) })
const program = await new ServerProcess(path.join(folder, 'desk'), { LOG_LEVEL: 'warn' }, ...HEAP_FLAGS, BUILD).ready()
if (!(await isFilled())) for (const statement of statements()) await program.query(statement)
await poll('the jobs to be done', isIdle, PATIENCE_MS)
const staff = program.visitor()
const login = await staff.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
if (login.status !== 200) throw new Error(`login: ${login.text}`)

async function isFilled(): Promise<boolean> {
  return (await program.query(`select from users where id = 'desk-1'`)).length > 0
}

/** The nightly comparisons that an earlier run has interrupted are done again at the start. */
async function isIdle(): Promise<boolean> {
  const jobs = `select from pgboss.job where state = 'active' or state in ('created', 'retry') and start_after < now()`
  return (await program.query(jobs)).length === 0
}

/** Splits the script, because a vacuum cannot run in a transaction with other statements. */
function statements(): string[] {
  const script = readFileSync(path.join(import.meta.dirname, 'desk.sql'), 'utf8')
  return script.replaceAll(':rows', String(Number(values.size))).split(/(?<=^commit;)$/m)
}

/** Returns milliseconds until the response or, for a file, until its first bytes, because files are streamed. */
async function time(address: string): Promise<number> {
  const stop = new AbortController()
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const before = performance.now()
  const response = await fetch(`${program.origin}${address}`, { headers: { cookie }, signal: stop.signal })
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  if (!response.headers.has('content-disposition')) {
    await response.arrayBuffer()
    return performance.now() - before
  }
  await response.body?.getReader().read()
  const milliseconds = performance.now() - before
  stop.abort()
  return milliseconds
}

const misses: string[] = []
const kinds = Object.entries(kindsOf(await takeSamples(program))).filter(([kind]) => kind.includes(values.only))
print(`${`milliseconds, one call at a time, ${TIMES} of each kind`.padEnd(60)}      p50      p95`)
for (const [kind, address] of kinds) {
  const all: number[] = []
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    const milliseconds = await time(address(n))
    if (n >= WARM_UP) all.push(milliseconds)
  }
  const [half, nearlyAll] = [percentile(all, 0.5), percentile(all, 0.95)]
  print(`${kind.padEnd(60)}${half.toFixed(1).padStart(9)}${nearlyAll.toFixed(1).padStart(9)}`)
  if (nearlyAll > MAX_MS) misses.push(`${kind}: ${nearlyAll.toFixed(0)} ms`)
}
await program.stop()
done()
print(misses.length === 0 ? `\nEach responds within ${MAX_MS} ms (p95).` : `\nNot within ${MAX_MS} ms (p95):\n${misses.join('\n')}`)
process.exitCode = misses.length === 0 ? 0 : 1
