import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildFingerprint, installFingerprint } from './fingerprint.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fingerprint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'src/web'), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{ "dependencies": { "a": "1.0.0" }, "scripts": {} }')
  await writeFile(path.join(folder, 'package-lock.json'), '{}')
})

test('a build is out of date when a source, its name or a VITE_ setting changes, not when a test does', async () => {
  const main = path.join(folder, 'src/web/main.tsx')
  await writeFile(main, 'one')
  const before = buildFingerprint(folder, {})
  expect(buildFingerprint(folder, { HOME: '/root' })).toBe(before)
  expect(buildFingerprint(folder, { VITE_API_BASE_URL: 'https://api.example.com' })).not.toBe(before)

  await writeFile(path.join(folder, 'src/web/main.test.tsx'), 'a test')
  expect(buildFingerprint(folder, {})).toBe(before)
  await writeFile(main, 'two')
  const changed = buildFingerprint(folder, {})
  expect(changed).not.toBe(before)
  await rm(main)
  await writeFile(path.join(folder, 'src/web/entry.tsx'), 'two')
  expect([before, changed]).not.toContain(buildFingerprint(folder, {}))
})

test('packages are out of date when the lock file or what is asked of npm changes, not when a script does', async () => {
  const before = installFingerprint(folder)
  await writeFile(path.join(folder, 'package.json'), '{ "dependencies": { "a": "1.0.0" }, "scripts": { "x": "y" } }')
  expect(installFingerprint(folder)).toBe(before)
  await writeFile(path.join(folder, 'package.json'), '{ "dependencies": { "a": "1.0.1" }, "scripts": {} }')
  const changed = installFingerprint(folder)
  expect(changed).not.toBe(before)
  await writeFile(path.join(folder, 'package-lock.json'), '{ }')
  expect(installFingerprint(folder)).not.toBe(changed)
})
