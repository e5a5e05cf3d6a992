// Compares the signed-in tour list with a bare Fastify route that sends the same bytes: node lab/bench/view-all.ts
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { median, startProgram, type Program } from './programs.ts'

const ROUNDS = 5
const SECONDS = 4
/** Minimum shares of the bare route's rate, by requests and by processor time. */
const GOALS = { rate: 0.85, cpu: 0.65 }
const CONNECTIONS = 16
const LIST = '/tours/view_all?page=1&limit=20&isActive=true'

/** Returns requests per second, and the server's processor time per request in microseconds. */
async function measure(program: Program, url: string, headers: Record<string, string>): Promise<{ rate: number; cpuUs: number }> {
  const before = program.cpuMs()
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { rate: result.requests.average, cpuUs: ((program.cpuMs() - before) * 1000) / result.requests.total }
}

function percent(ratios: number[]): string {
  const each = ratios.map((ratio) => (ratio * 100).toFixed(0))
  return `${(median(ratios) * 100).toFixed(0)} % (rounds: ${each.join(', ')})`
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)
const site = await startProgram(['--enable-source-maps', ...HEAP_FLAGS, 'dist/server/src/server/main.js'], {
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
})
const login = await fetch(`${site.address}/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'user@example.com', password: 'user1234' }),
})
const cookie = login.headers
  .getSetCookie()
  .map((line) => line.split(';')[0])
  .join('; ')
const bytes = Buffer.from(await (await fetch(`${site.address}${LIST}`, { headers: { cookie } })).arrayBuffer())
const bytesFile = path.join(folder, 'answer.json')
writeFileSync(bytesFile, bytes)
const bare = await startProgram(['lab/bench/bare-server.ts', bytesFile])

const rounds: { bare: Awaited<ReturnType<typeof measure>>; ours: Awaited<ReturnType<typeof measure>> }[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const pair = { bare: await measure(bare, bare.address, { cookie }), ours: await measure(site, `${site.address}${LIST}`, { cookie }) }
  // The first round warms both up.
  if (round > 0) rounds.push(pair)
}
const rates = rounds.map(({ ours, bare: { rate } }) => ours.rate / rate)
const cpu = rounds.map(({ ours, bare: { cpuUs } }) => cpuUs / ours.cpuUs)
if (median(rates) < GOALS.rate || median(cpu) < GOALS.cpu) process.exitCode = 1
const memory = site.residentMb()
await site.stop()
await bare.stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(
  [
    `response: ${bytes.length} bytes, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
    `bare Fastify route: ${Math.round(median(rounds.map(({ bare: { rate } }) => rate)))} requests/s`,
    `GET /tours/view_all, signed in: ${Math.round(median(rounds.map(({ ours: { rate } }) => rate)))} requests/s`,
    `ratio of the rates: ${percent(rates)}`,
    `processor time per request: ${percent(cpu)} (bare / ours)`,
    `server memory after it: ${memory} MB resident`,
    '',
  ].join('\n'),
)
