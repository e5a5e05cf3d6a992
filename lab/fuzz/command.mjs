// `npm run fuzz -- --requests 50000 [--seed 7]` sends generated requests to every call (lab/fuzz) and reports their times.
import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string' } } })
const seed = values.seed ?? String(Date.now() % 1_000_000_000)
if (!(Number(values.requests) > 0) || !Number.isInteger(Number(seed))) {
  console.error('Usage: npm run fuzz -- --requests 50000 [--seed 7]')
  process.exit(1)
}
console.log(`Seed ${seed}`)
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'lab/fuzz', '--disable-console-intercept'], {
  cwd: path.resolve(import.meta.dirname, '../..'),
  env: { ...process.env, NODE_ENV: 'test', FUZZ_REQUESTS: values.requests, FUZZ_SEED: seed },
  stdio: ['ignore', 'inherit', 'inherit'],
})
child.on('close', (code) => (process.exitCode = code ?? 1))
