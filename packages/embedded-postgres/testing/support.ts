import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import type { EmbeddedPostgres } from '../launcher.ts'
import { findPostmaster } from '../place.ts'

/** Copies a stopped cluster with owners and modes, which Node's own copy does not keep. */
export function copyCluster(cluster: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', cluster, join(dataDir, 'cluster')])
}

const appScript = fileURLToPath(new URL('app.ts', import.meta.url))

interface Line {
  log?: string
  ready?: EmbeddedPostgres
  rows?: Record<string, unknown>[]
  stopped?: true
  failed?: string
}

/** `next` waits for a line of the given kind. */
export interface App {
  process: ChildProcess
  logged: string[]
  next<K extends keyof Line>(kind: K): Promise<NonNullable<Line[K]>>
  query(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** A socket's path has 100 bytes at most; macOS uses half of them for its temporary folder. */
const base = tmpdir().length <= 40 ? tmpdir() : '/tmp'

/** Creates a folder that every account can reach; the test removes it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(base, 'epg-test-')))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a folder as an application's first start leaves it, but without its database. */
export function folderWithCluster(): string {
  const folder = temporaryFolder()
  copyCluster(inject('cluster'), folder)
  return folder
}

/** Starts an application in its own process group. When the test ends, kills it and waits for its server to end. */
export function startApp(dataDir: string, options: { uid?: number | undefined; script?: string } = {}): App {
  const args = [options.script ?? appScript, dataDir, ...(options.uid === undefined ? [] : [String(options.uid)])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const lines: Line[] = []
  const logged: string[] = []
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line
    if (line.log === undefined) lines.push(line)
    else logged.push(line.log)
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await until('the server is gone', () => !isServerUp(dataDir))
  })

  async function next<K extends keyof Line>(kind: K): Promise<NonNullable<Line[K]>> {
    await until(`a line with "${kind}"`, () => {
      const failure = lines.find((line) => line.failed !== undefined)?.failed
      if (failure !== undefined && kind !== 'failed') throw new Error(failure)
      return lines.some((line) => line[kind] !== undefined)
    })
    const [line] = lines.splice(
      lines.findIndex((candidate) => candidate[kind] !== undefined),
      1,
    )
    return line?.[kind] as NonNullable<Line[K]>
  }

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    child.stdin.write(`${sql}\n`)
    return next('rows')
  }

  async function stop(): Promise<void> {
    child.stdin.write('stop\n')
    await next('stopped')
  }

  return { process: child, logged, next, query, stop }
}

/** Polls; fails after 60 s. */
export async function until(what: string, isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`)
    await delay(10)
  }
}

/** `workers` are the postmaster's children. */
export function serverPids(dataDir: string): { watchdog: number; postmaster: number; workers: number[] } {
  const postmaster = findPostmaster(join(dataDir, 'cluster'))?.pid ?? 0
  const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const pairs = table.map((row) => row.trim().split(/\s+/).map(Number))
  return {
    watchdog: pairs.find(([pid]) => pid === postmaster)?.[1] ?? 0,
    postmaster,
    workers: pairs.flatMap(([pid, parent]) => (parent === postmaster && pid !== undefined ? [pid] : [])),
  }
}

export function isServerUp(dataDir: string): boolean {
  return findPostmaster(join(dataDir, 'cluster')) !== undefined
}
