// Measures the list, searches never asked before, tour details and calendars:
//   node lab/bench/search.ts [--tours 100000 | --data folder-with-tours] [--before ../checkout-of-an-earlier-version]
// An earlier version, already built, is measured alternately on its own database, with the demo's tours only.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { median, startProgram, type Program } from './programs.ts'
import { NEW_SEARCHES, newSearchAt } from './searches.ts'

const options = { tours: { type: 'string', default: '0' }, data: { type: 'string' }, before: { type: 'string' } } as const
const { values } = parseArgs({ options })
const tours = Number(values.tours)
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16
/** Target for new searches per second in the demo's catalogue. */
const GOAL = 4000
const isDemo = tours === 0 && values.data === undefined
const LIST = '/tours/view_all?page=1&limit=20&isActive=true'
interface Site {
  name: string
  program: Program
  headers: Record<string, string>
  ids: string[]
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)

async function start(name: string, project: string): Promise<Site> {
  const env = { PORT: '0', DATA_DIR: values.data ?? path.join(folder, name), LOG_LEVEL: 'warn' }
  const server = path.join(project, 'dist/server/src/server')
  if (tours > 0) {
    const generator = path.join(project, 'lab/generator/command.ts')
    // An earlier version has it in its command line.
    const command = [
      ...(existsSync(generator) ? [generator] : [path.join(server, 'cli.js'), 'generate']),
      '--tours',
      String(tours),
      '--seed',
      '1',
    ]
    const { status, stderr } = spawnSync(process.execPath, command, { env: { ...process.env, ...env }, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const program = await startProgram([...HEAP_FLAGS, path.join(server, 'main.js')], env)
  const login = await fetch(`${program.address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'user@example.com', password: 'user1234' }),
  })
  const cookies = login.headers.getSetCookie().map((line) => line.split(';')[0])
  const headers = { cookie: cookies.join('; '), 'accept-encoding': 'gzip, deflate, br' }
  const list = await fetch(`${program.address}${LIST}`, { headers })
  const { data } = (await list.json()) as { data: { id: string }[] }
  return { name, program, headers, ids: data.map(({ id }) => id) }
}

/** The month after the next. */
const MONTH = new Date(Date.now() + 61 * 86_400_000).toISOString().slice(0, 7)

function inTurn(ids: readonly string[], pathOf: (id: string | undefined) => string): () => string {
  let next = 0
  return () => pathOf(ids[next++ % ids.length])
}

let asked = 0

function newSearch(): string {
  const index = asked++
  const limit = 20 - (Math.floor(index / NEW_SEARCHES) % 20)
  return `/tours/view_all?page=1&limit=${limit}&isActive=true&search=${encodeURIComponent(newSearchAt(index))}`
}

interface Measured {
  rate: number
  p50: number
  p95: number
  cpuUs: number
}

async function measure({ program, headers }: Site, paths: () => string, connections: number): Promise<Measured> {
  const before = program.cpuMs()
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: paths() }) }]
  const result = await autocannon({ url: program.address, headers, connections, duration: SECONDS, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  const cpuUs = ((program.cpuMs() - before) * 1000) / result.requests.total
  return { rate: result.requests.average, p50: result.latency.p50, p95: result.latency.p97_5, cpuUs }
}

const sites = [await start('here', path.resolve(import.meta.dirname, '../..'))]
if (values.before !== undefined && isDemo) sites.unshift(await start('before', path.resolve(values.before)))

const ALONE = 'a new search, one at a time'
const KINDS: Record<string, (site: Site) => () => string> = {
  'the list': () => () => LIST,
  'page 40': () => () => LIST.replace('page=1', 'page=40'),
  'a new search': () => newSearch,
  [ALONE]: () => newSearch,
  'a tour': ({ ids }) => inTurn(ids, (id) => `/tours/view_by_id/${id}`),
  'its calendar': ({ ids }) => inTurn(ids, (id) => `/tours/month-seats/${id}?month=${MONTH}`),
}
for (const [kind, pathsOf] of Object.entries(KINDS)) {
  const rounds = new Map(sites.map((site) => [site.name, [] as Measured[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const site of sites) {
      const measured = await measure(site, pathsOf(site), kind === ALONE ? 1 : CONNECTIONS)
      // The first round warms up.
      if (round > 0) rounds.get(site.name)?.push(measured)
    }
  }
  for (const [name, all] of rounds) {
    const of = (key: keyof Measured) => Math.round(median(all.map((each) => each[key])))
    if (kind === 'a new search' && name === 'here' && isDemo && of('rate') < GOAL) process.exitCode = 1
    process.stdout.write(
      `${kind}, ${name}: ${of('rate')}/s, p50 ${of('p50')} ms, p97.5 ${of('p95')} ms, ${of('cpuUs')} µs of processor time\n`,
    )
  }
}
for (const { name, program } of sites) {
  process.stdout.write(`${name}: ${program.residentMb()} MB resident\n`)
  await program.stop()
}
rmSync(folder, { recursive: true, force: true })
