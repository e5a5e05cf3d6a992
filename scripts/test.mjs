// `npm test`: runs the unit and route tests and the browser tests at the same time, since both spend much of theirs waiting
// for programs to start and end; what the browser tests print is held back until the others are done. A last line sums them up.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { readJson } from './first-run/read-json.mjs'

const root = path.dirname(import.meta.dirname)
const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const running = new Set()
let stopped

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped = signal
    for (const runner of running) runner.kill(signal)
  })
}

/** Runs a test runner to its end and returns its exit code. With a turn to wait for, it prints nothing before that. */
function run(script, args, { env = {}, turn } = {}) {
  return new Promise((resolve) => {
    const output = turn ? 'pipe' : 'inherit'
    const colour = turn && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const runner = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', ...colour, ...env },
      stdio: ['ignore', output, output],
    })
    running.add(runner)
    runner.on('exit', () => running.delete(runner))
    runner.on('close', (code) => resolve(code ?? 1))
    if (turn) void printAfter(turn, runner)
  })
}

/** Reads what a runner prints as it comes, so that the runner need not wait, and shows it from its turn on. */
async function printAfter(turn, runner) {
  const kept = []
  let show = (stream, chunk) => kept.push([stream, chunk])
  for (const name of ['stdout', 'stderr']) runner[name].on('data', (chunk) => show(process[name], chunk))
  await turn
  show = (stream, chunk) => stream.write(chunk)
  for (const [stream, chunk] of kept) show(stream, chunk)
}

/** Returns what a runner counted. One that fails without a failed test (it crashed, or found none) counts as one failure. */
function counted(name, code, { passed, failed, skipped }) {
  if (code === 0 || failed > 0) return { passed, failed, skipped }
  console.error(`${name} ended with code ${code} and no failed test: see above.`)
  return { passed, failed: 1, skipped }
}

async function unitTests() {
  const file = path.join(reports, 'vitest.json')
  const code = await run('node_modules/vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: pending = 0, numTodoTests: todo = 0 } = readJson(file)
  return counted('vitest', code, { passed, failed, skipped: pending + todo })
}

async function browserTests(turn) {
  const file = path.join(reports, 'playwright.json')
  const code = await run('node_modules/@playwright/test/cli.js', ['test'], { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, turn })
  const { expected: passed = 0, unexpected = 0, flaky = 0, skipped = 0 } = readJson(file).stats ?? {}
  return counted('playwright', code, { passed, failed: unexpected + flaky, skipped })
}

const unit = unitTests()
const results = await Promise.all([unit, browserTests(unit)])
rmSync(reports, { recursive: true, force: true })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
if (sum('failed') > 0 || stopped) process.exitCode = 1
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
