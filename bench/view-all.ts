// Tour list, signed in, against a bare Fastify route that answers the same bytes: node bench/view-all.ts
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { median, startProgram } from './programs.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 16
const LIST = '/tours/view_all?page=1&limit=20&isActive=true'

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)
const site = await startProgram(['dist/server/src/server/main.js'], { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' })
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
const bare = await startProgram(['bench/bare-server.ts', bytesFile])

const ratios: number[] = []
const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const bareRate = await requestsPerSecond(bare.address, { cookie })
  const siteRate = await requestsPerSecond(`${site.address}${LIST}`, { cookie })
  // The first round warms both up.
  if (round === 0) continue
  ours.push(siteRate)
  theirs.push(bareRate)
  ratios.push(siteRate / bareRate)
}
const memory = site.residentMb()
await site.stop()
await bare.stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(
  [
    `answer: ${bytes.length} bytes, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
    `bare Fastify route: ${Math.round(median(theirs))} requests/s`,
    `GET /tours/view_all, signed in: ${Math.round(median(ours))} requests/s`,
    `ratio: ${(median(ratios) * 100).toFixed(0)} % (rounds: ${ratios.map((ratio) => (ratio * 100).toFixed(0)).join(', ')})`,
    `server memory after it: ${memory} MB resident`,
    '',
  ].join('\n'),
)
