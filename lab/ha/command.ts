// `npm run ha -- --failovers 10`: kills one primary database after the other while people book, then compares our books with the provider's.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { cleanUp, createDataDir } from '../../tests/support/server-process.ts'
import { runFailovers } from './loop.ts'
import { PATHS } from './programs.ts'
import { failoverTable } from './report.ts'

const { values } = parseArgs({
  options: { failovers: { type: 'string', default: '3' }, seed: { type: 'string' }, pooler: { type: 'boolean', default: false } },
})
const failovers = Number(values.failovers)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

// Exiting ends the started programs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const missing = Object.values(PATHS).filter((file) => !existsSync(file))
if (missing.length > 0) {
  say(`Missing: ${missing.join(', ')}. On Debian: apt-get install patroni python3-etcd etcd-server haproxy pgbouncer postgresql-15`)
  process.exit(1)
}
if (!Number.isInteger(failovers) || failovers < 1 || !Number.isInteger(seed)) {
  say('Usage: npm run ha -- --failovers 10 [--pooler] [--seed 7]')
  process.exit(1)
}
const folder = await createDataDir()
say(`Seed ${seed}, ${failovers} failovers, data in ${folder}`)
const hasFailed = await runFailovers({ folder, seed, failovers, isPooled: values.pooler, say }).then(
  (outcome) => {
    say(failoverTable(outcome))
    return outcome.faults.length > 0
  },
  (error: unknown) => {
    say(String(error instanceof Error ? error.stack : error))
    return true
  },
)
if (hasFailed) {
  say(`Failed with seed ${seed}. Its data stays in ${folder}`)
  process.exit(1)
}
await cleanUp()
