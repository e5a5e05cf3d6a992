// Measures the start of the built site on an existing database: node lab/bench/start.ts [--before ../checkout-of-an-earlier-version]
// An earlier version, already built, is started alternately on its own data folder. Build first: npm run build
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import { median, startProgram } from './programs.ts'

const { values } = parseArgs({ options: { before: { type: 'string' } } })
const ROUNDS = 9

interface Start {
  readyMs: number
  cpuMs: number
  residentMb: number
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)

/** `compiled` is a compile cache shared by successive starts; without it each start compiles for itself, as with `npm start`. */
async function start(project: string, name: string, compiled?: string): Promise<Start> {
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const main = path.join(project, 'dist/server/src/server/main.js')
  const began = performance.now()
  const program = await startProgram(['--enable-source-maps', ...HEAP_FLAGS, main], {
    PORT: '0',
    CARD_SANDBOX_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  })
  const measured = { readyMs: performance.now() - began, cpuMs: program.cpuMs(), residentMb: program.residentMb() }
  await program.stop()
  return measured
}

const projects = { here: path.resolve(import.meta.dirname, '../..'), ...(values.before && { before: path.resolve(values.before) }) }
for (const compiled of [undefined, path.join(folder, 'compiled')]) {
  const starts = new Map<string, Start[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, project] of Object.entries(projects)) {
      const measured = await start(project, name, compiled)
      // The first round creates the database and the compile cache.
      if (round > 0) starts.set(name, [...(starts.get(name) ?? []), measured])
    }
  }
  for (const [name, all] of starts) {
    const of = (key: keyof Start) => Math.round(median(all.map((each) => each[key])))
    const how = compiled === undefined ? 'compiling' : 'reading what was compiled'
    process.stdout.write(`${name}, ${how}: ready in ${of('readyMs')} ms, ${of('cpuMs')} ms of processor time, ${of('residentMb')} MB\n`)
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
