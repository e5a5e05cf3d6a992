// `npm test` runs the unit and route tests, then the browser tests, and prints one line of totals.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readJson } from './first-run/read-json.mjs'
import { createScratchFolder } from './scratch-folder.mjs'

const root = path.dirname(import.meta.dirname)
const scratch = createScratchFolder()
// Both halves copy the state left by a first start of the site (tests/support/used-data.ts).
const usedData = path.join(scratch, 'used-data')
mkdirSync(usedData)
let running
let stopped

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped = signal
    running?.kill(signal)
  })
}

function run(script, args, env = {}) {
  return new Promise((resolve) => {
    if (stopped) return resolve(1)
    running = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', TMPDIR: scratch, TEST_USED_DATA: usedData, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    running.on('close', (code) => resolve(code ?? 1))
  })
}

/** Counts a runner that fails without a failed test (it crashed or found none) as one failure. */
function counted(name, code, { passed, failed, skipped }) {
  if (code === 0 || failed > 0) return { passed, failed, skipped }
  console.error(`${name} ended with code ${code} and no failed test: see above.`)
  return { passed, failed: 1, skipped }
}

async function unitTests() {
  const file = path.join(scratch, 'vitest.json')
  const code = await run('node_modules/vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const report = readJson(file)
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: pending = 0, numTodoTests: todo = 0 } = report
  for (const { name, assertionResults } of report.testResults ?? [])
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0) console.log(`passed at the second try: ${name}: ${fullName}`)
  return counted('vitest', code, { passed, failed, skipped: pending + todo })
}

async function browserTests() {
  const file = path.join(scratch, 'playwright.json')
  const code = await run('node_modules/@playwright/test/cli.js', ['test'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Otherwise it would be in the temporary folder, which is new for each run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(root, 'node_modules/.cache/playwright'),
  })
  const { stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {}, suites = [] } = readJson(file)
  for (const title of suites.flatMap(secondTries)) console.log(`passed at the second try: ${title}`)
  return counted('playwright', code, { passed: expected + flaky, failed: unexpected, skipped })
}

/** Returns tests in Playwright's report that passed at the second try (only CI tries twice). */
function secondTries({ specs = [], suites = [] }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...flaky.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(secondTries)]
}

const results = [await unitTests(), await browserTests()]
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
if (sum('failed') > 0 || stopped) process.exitCode = 1
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
