// Runs all benches one after another and repeats the results at the end: npm run bench
// Takes about five minutes. `npm run bench:size` and `npm run bench:desk` are separate, because they first generate a million tours or
// bookings.
import { spawn } from 'node:child_process'

const BENCHES: Record<string, string> = {
  'the list beside a bare route': 'view-all.ts',
  'lists, searches and tours': 'search.ts',
  'hold and booking beside pgbench': 'booking.ts',
  'the home page on a phone': 'home.ts',
}

interface Result {
  code: number
  output: string
  seconds: number
}

/** Prints a bench's output as it runs, and returns it. */
async function run(file: string): Promise<Result> {
  const started = performance.now()
  const bench = spawn(process.execPath, [`lab/bench/${file}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  bench.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  const code = await new Promise<number>((resolve) => bench.on('close', (status) => resolve(status ?? 1)))
  return { code, output, seconds: Math.round((performance.now() - started) / 1000) }
}

const results = new Map<string, Result>()
for (const [name, file] of Object.entries(BENCHES)) {
  process.stdout.write(`\n${name} (${file})\n`)
  results.set(name, await run(file))
}
process.stdout.write('\nSummary\n')
for (const [name, { code, output, seconds }] of results) {
  const findings = output.split('\n').filter((line) => line !== '' && !line.startsWith('run '))
  const ending = code === 0 ? '' : ', a goal was missed or it failed'
  process.stdout.write([`\n${name}: ${seconds} s${ending}`, ...findings.map((line) => `  ${line}`), ''].join('\n'))
  if (code !== 0) process.exitCode = 1
}
