import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Amounts } from '../generator/run.ts'
import { programEnvironment } from '../../tests/support/server-process.ts'

/** A large agency over years. */
export const DESK: Amounts = { tours: 10_000, bookings: 1_000_000, people: 100_000 }

/** Opens a folder for generated sites: `kept`, or a temporary one that `done` removes. */
export function openFolder(kept: string | undefined): { folder: string; done(): void } {
  const folder = path.resolve(kept ?? mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-')))
  mkdirSync(folder, { recursive: true })
  // As root, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  return {
    folder,
    done: () => {
      if (kept === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Generates a site's business unless an earlier run has done so. Throws on failure. */
export function generate(folder: string, name: string, amounts: Amounts): void {
  const marker = path.join(folder, `${name}.complete`)
  if (existsSync(marker)) return
  const started = performance.now()
  const args = Object.entries(amounts).flatMap(([what, amount]) => [`--${what}`, String(amount)])
  const command = ['lab/generator/command.ts', ...args, '--seed', '1']
  const { status, stderr } = spawnSync(process.execPath, command, {
    env: programEnvironment(path.join(folder, name), {}),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  writeFileSync(marker, '')
  process.stdout.write(`${name}: generated in ${Math.round((performance.now() - started) / 1000)} s\n`)
}
