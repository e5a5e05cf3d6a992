import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildFingerprint } from './build.mjs'
import { installFingerprint } from './install.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fingerprint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const room of ['web', 'server', 'shared']) await mkdir(path.join(folder, 'src', room), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{ "dependencies": { "a": "1.0.0" }, "scripts": {} }')
  await writeFile(path.join(folder, 'package-lock.json'), '{}')
})

test('the site is out of date when a source, its name or a VITE_ setting changes, not when a test does', async () => {
  const main = path.join(folder, 'src/web/main.tsx')
  await writeFile(main, 'one')
  const before = buildFingerprint(folder, 'site', {})
  expect(buildFingerprint(folder, 'site', { HOME: '/root' })).toBe(before)
  expect(buildFingerprint(folder, 'site', { VITE_API_BASE_URL: 'https://api.example.com' })).not.toBe(before)

  await writeFile(path.join(folder, 'src/web/main.test.tsx'), 'a test')
  expect(buildFingerprint(folder, 'site', {})).toBe(before)
  await writeFile(main, 'two')
  const changed = buildFingerprint(folder, 'site', {})
  expect(changed).not.toBe(before)
  await rm(main)
  await writeFile(path.join(folder, 'src/web/entry.tsx'), 'two')
  expect([before, changed]).not.toContain(buildFingerprint(folder, 'site', {}))
})

test('the server and the site are out of date each by its own sources, and both by the shared ones', async () => {
  const fingerprints = () => [buildFingerprint(folder, 'server', {}), buildFingerprint(folder, 'site', {})]
  const [server, site] = fingerprints()
  await writeFile(path.join(folder, 'src/web/main.tsx'), 'one')
  const [sameServer, newSite] = fingerprints()
  expect(sameServer).toBe(server)
  expect(newSite).not.toBe(site)

  await writeFile(path.join(folder, 'src/server/main.ts'), 'one')
  const [newServer, sameSite] = fingerprints()
  expect(newServer).not.toBe(server)
  expect(sameSite).toBe(newSite)

  await writeFile(path.join(folder, 'src/shared/money.ts'), 'one')
  const [server2, site2] = fingerprints()
  expect(server2).not.toBe(newServer)
  expect(site2).not.toBe(newSite)
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
