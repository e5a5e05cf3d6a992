// `npm run kill-loop -- --minutes 10 --seed 7`: plays faults of all kinds at once, then compares our books with the provider's.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { cleanUp, createDataDir } from '../../tests/support/server-process.ts'
import { ACTS, LONG_MINUTES } from './acts.ts'
import { runKillLoop } from './loop.ts'
import { outcomeTable, progressLine } from './report.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

// Exiting ends the started programs (tests/support/server-process.ts).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

if (!(minutes > 0) || !Number.isInteger(seed)) {
  say('Usage: npm run kill-loop -- --minutes 10 [--seed 7]')
  process.exit(1)
}
const dataDir = await createDataDir()
say(`Seed ${seed}, ${minutes} minutes, data in ${dataDir}`)
const hasFailed = await runKillLoop({
  dataDir,
  seed,
  minutes,
  wanted: minutes >= LONG_MINUTES ? ACTS : [],
  onProgress: (progress) => say(progressLine(progress)),
}).then(
  (outcome) => {
    say(outcomeTable(outcome))
    return outcome.faults.length > 0
  },
  (error: unknown) => {
    say(String(error instanceof Error ? error.stack : error))
    return true
  },
)
if (hasFailed) {
  say(`Failed with seed ${seed}. Its data stays in ${dataDir}; play it again: npm run kill-loop -- --minutes ${minutes} --seed ${seed}`)
  process.exit(1)
}
await cleanUp()
