// Compares the cost of calls on sites of several sizes, alternating in one run: npm run bench:size [-- --data folder]
// Generating the sites takes minutes; --data keeps them for the next run.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BUILD, ServerProcess } from '../../tests/support/server-process.ts'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { generate, openFolder } from './generated.ts'
import { median, percentile } from './programs.ts'
import { arrive, bookAhead, CALLS, LIST, SEARCH, type Visitor } from './size-calls.ts'

/** In addition to the demo's tours. */
const SIZES = {
  demo: undefined,
  small: { tours: 1000, bookings: 10_000, people: 1000 },
  middle: { tours: 100_000, bookings: 100_000, people: 20_000 },
  large: { tours: 1_000_000, bookings: 1_000_000, people: 200_000 },
}
type Size = keyof typeof SIZES
const MEASURED = ['small', 'middle', 'large'] as const
const ROUNDS = 6
const TIMES = 28
const STARTS = 5
const MAX_RATIO = 2
const MAX_MORE_MS = 3
const MAX_SEARCH_MS = 50
const MAX_MEMORY_MB = 300
const MAX_START_RATIO = 1.2
/** A single account makes all the calls. */
const LIMITS = {
  CHECKOUTS_PER_ACCOUNT: '1000000',
  OPEN_HOLDS_PER_ACCOUNT: '1000000',
  OPEN_HOLDS_UNCONFIRMED: '1000000',
  OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: '1000000',
  OPEN_CATALOGUE: '1',
  LOG_LEVEL: 'warn',
}

const { values } = parseArgs({ options: { data: { type: 'string' } } })
const { folder, done } = openFolder(values.data)
const print = (line: string) => process.stdout.write(`${line}\n`)
const misses: string[] = []

function expectAtMost(what: string, value: number, most: number): void {
  if (value > most) misses.push(`${what}: ${value.toFixed(1)}, at most ${most.toFixed(1)} was the goal`)
}

async function start(size: Size): Promise<{ program: ServerProcess; milliseconds: number }> {
  const before = performance.now()
  const program = await new ServerProcess(path.join(folder, size), LIMITS, ...HEAP_FLAGS, BUILD).ready()
  const { status } = await program.visitor().get(LIST)
  if (status !== 200) throw new Error(`${size}: the list is ${status}`)
  return { program, milliseconds: performance.now() - before }
}

async function measureStarts(): Promise<void> {
  const times = new Map<Size, number[]>((['demo', 'large'] as const).map((size) => [size, []]))
  for (let turn = 0; turn <= STARTS; turn += 1) {
    for (const [size, all] of times) {
      const { program, milliseconds } = await start(size)
      await program.stop()
      // The first start creates the database or finds it cold.
      if (turn > 0) all.push(milliseconds)
    }
  }
  const [demo = 0, large = 0] = [...times.values()].map(median)
  print(`first response after the start: demo ${Math.round(demo)} ms, large ${Math.round(large)} ms (${(large / demo).toFixed(2)})`)
  expectAtMost('first response after the start, ratio', large / demo, MAX_START_RATIO)
}

function residentMb({ pid }: ServerProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

/** Returns the milliseconds of each call. */
async function time(name: string, visitor: Visitor): Promise<number[]> {
  const call = CALLS[name]
  const all: number[] = []
  if (name === 'cancel') await bookAhead(visitor, TIMES)
  for (let turn = 0; turn < TIMES; turn += 1) {
    visitor.count += 1
    const before = performance.now()
    const response = await call?.(visitor)
    all.push(performance.now() - before)
    if (response?.status !== 200) throw new Error(`${name}: ${response?.status} ${response?.text}`)
  }
  return all
}

for (const size of MEASURED) generate(folder, size, SIZES[size])
await measureStarts()
const sites = await Promise.all(
  MEASURED.map(async (size) => {
    const { program } = await start(size)
    return { size, program, visitor: await arrive(program) }
  }),
)
const heading = MEASURED.map((size) => size.padStart(9)).join('')
print(
  `\nmilliseconds, one call at a time, median of ${ROUNDS} rounds of ${TIMES} in turns; p95 of all\n${''.padEnd(36)}${heading}      p95${heading}`,
)
for (const name of Object.keys(CALLS)) {
  const rounds = new Map<Size, number[][]>(MEASURED.map((size) => [size, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { size, visitor } of sites) {
      const all = await time(name, visitor)
      // The first round warms up.
      if (round > 0) rounds.get(size)?.push(all)
    }
  }
  const medians = MEASURED.map((size) => median((rounds.get(size) ?? []).map((all) => median(all))))
  const nearlyAll = MEASURED.map((size) => percentile((rounds.get(size) ?? []).flat(), 0.95))
  const columns = (figures: number[]) => figures.map((figure) => figure.toFixed(1).padStart(9)).join('')
  print(`${name.padEnd(36)}${columns(medians)}         ${columns(nearlyAll)}`)
  if (name === SEARCH) expectAtMost('searches, p95', nearlyAll[2] ?? 0, MAX_SEARCH_MS)
  else expectAtMost(name, medians[2] ?? 0, (medians[0] ?? 0) * MAX_RATIO + MAX_MORE_MS)
}
for (const { size, program } of sites) {
  const memory = residentMb(program)
  print(`${size}: ${memory} MB resident`)
  expectAtMost(`${size}, MB resident`, memory, MAX_MEMORY_MB)
  await program.stop()
}
done()
print(misses.length === 0 ? '\nAll goals are met.' : `\nNot met:\n${misses.join('\n')}`)
process.exitCode = misses.length === 0 ? 0 : 1
