// `npm test` runs what a day's change may break; `npm run test:all` (--all) runs the rest as well.
// Each ends with one line that sums up its tests.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { readJson } from './first-run/programs.mjs'
import { createScratchFolder } from './scratch-folder.mjs'

const root = path.dirname(import.meta.dirname)
const scratch = createScratchFolder()
// Both halves copy the state left by a first start of the site (tests/support/used-data.ts).
const usedData = path.join(scratch, 'used-data')
mkdirSync(usedData)
const tiers = process.argv.includes('--all') ? ['day', 'rest'] : ['day']
const running = new Set()
/** Tests that failed, or failed and then passed (only CI retries), for the last lines of the output. */
const notes = []
let stopped

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped = signal
    for (const child of running) child.kill(signal)
  })
}

/** Runs a test runner to its end and returns its exit code. `isKeptBack` shows its output only once it has ended. */
function run(script, args, { env, isKeptBack = false }) {
  return new Promise((resolve) => {
    if (stopped) return resolve({ code: 1, said: '' })
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', TMPDIR: scratch, TEST_USED_DATA: usedData, ...env },
      stdio: isKeptBack ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    running.add(child)
    const kept = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => kept.push(text))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, said: Buffer.concat(kept) })
    })
  })
}

/** Counts a runner that fails without a failed test (because it crashed or found none) as one failure. */
function counted(name, code, { passed, failed, skipped }) {
  if (code === 0 || failed > 0) return { passed, failed, skipped }
  console.error(`${name} ended with code ${code} and no failed test: see above.`)
  return { passed, failed: 1, skipped }
}

async function unitTests(tier) {
  const file = path.join(scratch, `vitest-${tier}.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('node_modules/vitest/vitest.mjs', args, { env: { TEST_TIER: tier } })
  const report = readJson(file)
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: pending = 0, numTodoTests: todo = 0 } = report
  for (const { name, status, message, assertionResults } of report.testResults ?? []) {
    const title = (test) => `${path.relative(root, name)}: ${test.fullName}`
    const ended = Map.groupBy(assertionResults, ({ status: end, failureMessages }) => `${end} ${failureMessages.length > 0}`)
    const why = ({ failureMessages }) => firstLine(failureMessages[0])
    notes.push(...(ended.get('passed true') ?? []).map((test) => `passed at the second try: ${title(test)}: ${why(test)}`))
    const failures = ended.get('failed true') ?? []
    if (status === 'failed' && failures.length === 0) notes.push(`failed: ${path.relative(root, name)}: its set-up: ${firstLine(message)}`)
    notes.push(...failures.map((test) => `failed: ${title(test)}: ${why(test)}`))
  }
  return counted('vitest', code, { passed, failed, skipped: pending + todo })
}

/** `after` is what has to end before any output is shown. */
async function browserTests(tier, after) {
  const file = path.join(scratch, `playwright-${tier}.json`)
  const { code, said } = await run('node_modules/@playwright/test/cli.js', ['test'], {
    env: {
      TEST_TIER: tier,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      // By default it would be in the folder for temporary files, which is new for each run.
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(root, 'tools/node_modules/.cache/playwright'),
    },
    isKeptBack: after !== undefined,
  })
  await after
  process.stdout.write(said)
  const { stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {}, suites = [] } = readJson(file)
  for (const { file: from, title, tests } of suites.flatMap(specsOf)) {
    const retried = tests.find(({ status }) => status === 'flaky')
    const why = firstLine(retried?.results.find(({ error }) => error)?.error.message)
    if (retried) notes.push(`passed at the second try: ${from}: ${title}: ${why}`)
    const failed = tests.find(({ status }) => status === 'unexpected')
    if (failed) notes.push(`failed: ${from}: ${title}: ${firstLine(failed.results.find(({ error }) => error)?.error.message)}`)
  }
  return counted('playwright', code, { passed: expected + flaky, failed: unexpected, skipped })
}

/**
 * Runs both halves at once in the day tier, since each spends much of its time waiting. The other tier's tests load the
 * machine enough on their own.
 */
async function runTier(tier) {
  const units = unitTests(tier)
  return tier === 'day' ? Promise.all([units, browserTests(tier, units)]) : [await units, await browserTests(tier)]
}

function firstLine(message = 'no reason given') {
  return stripVTControlCharacters(message).split('\n', 1)[0]
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

const results = []
for (const tier of tiers) results.push(...(await runTier(tier)))
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
if (sum('failed') > 0 || stopped) process.exitCode = 1
for (const note of notes) console.log(note)
if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
