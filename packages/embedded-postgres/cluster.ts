import { execFile } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from './child-env.ts'
import { EmbeddedPostgresError, useOwnServer } from './errors.ts'
import { superuser } from './place.ts'
import { query, WireError } from './wire.ts'

const run = promisify(execFile)

/**
 * Sorting uses PostgreSQL's builtin locale, but the text-search parser asks the system what a letter is, and under plain "C" it counts
 * dashes and curly quotes as letters. The first locale that the system has is used.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Creates the cluster or checks its version. Call it under the lock. Throws EmbeddedPostgresError. */
export async function ensureCluster(clusterDir: string, binDir: string, majorVersion: number, log: (line: string) => void): Promise<void> {
  const home = dirname(clusterDir)
  for (const name of readdirSync(home)) {
    if (name.startsWith(`${basename(clusterDir)}.new-`)) rmSync(join(home, name), { recursive: true, force: true })
  }
  if (existsSync(clusterDir)) {
    requireVersion(clusterDir, majorVersion)
    return
  }
  log('Creating the database (first run only, takes a few seconds)…')
  const unfinished = `${clusterDir}.new-${process.pid}-${Date.now()}`
  try {
    await initdb(join(binDir, 'initdb'), unfinished)
    renameSync(unfinished, clusterDir)
    const folder = openSync(home, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function initdb(program: string, folder: string): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  for (const characterType of characterTypes) {
    const args = [
      '-D',
      folder,
      '-U',
      superuser,
      '-E',
      'UTF8',
      '--auth=trust',
      '--no-instructions',
      ...locale,
      `--lc-ctype=${characterType}`,
    ]
    try {
      await run(program, args, { env: childEnv() })
      return
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
      if (!said.includes('invalid locale')) throw new Error(/error: (.*)/.exec(said)?.[1] ?? said, { cause: error })
    }
  }
}

function requireVersion(clusterDir: string, majorVersion: number): void {
  const file = join(clusterDir, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none'
  if (found === String(majorVersion)) return
  throw new EmbeddedPostgresError(
    found === 'none'
      ? `${clusterDir} isn’t a PostgreSQL database. Move it elsewhere, or ${useOwnServer}.`
      : `The database in ${clusterDir} was created by PostgreSQL ${found}, but this is PostgreSQL ${majorVersion}. Export it with PostgreSQL ${found}, move the folder elsewhere, start again and import it; or ${useOwnServer}.`,
  )
}

/** The database was there before, or another instance won the race. */
const alreadyThere = new Set(['42P04', '23505'])

/** Throws WireError. */
export async function createDatabase(socketDir: string, database: string): Promise<void> {
  const existing = await query(socketDir, 'postgres', `SELECT 1 FROM pg_database WHERE datname = '${database.replaceAll("'", "''")}'`)
  if (existing.length > 0) return
  try {
    await query(socketDir, 'postgres', `CREATE DATABASE "${database.replaceAll('"', '""')}"`)
  } catch (error) {
    if (!(error instanceof WireError && alreadyThere.has(error.code))) throw error
  }
}
