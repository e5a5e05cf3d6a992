import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeDataFolder } from './data-folder.ts'
import { createUploads } from './uploads.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-data-'))
afterAll(async () => rm(folder, { recursive: true }))

async function modeOf(...below: string[]): Promise<string> {
  return ((await stat(path.join(folder, ...below))).mode & 0o777).toString(8)
}

test('what earlier versions left open is closed to the other accounts of the machine; the database’s folder is left to it', async () => {
  for (const name of ['mails', 'photos', 'postgres']) await mkdir(path.join(folder, name), { mode: 0o755 })
  await writeFile(path.join(folder, 'notes.txt'), '', { mode: 0o644 })
  await closeDataFolder(folder)
  expect(await Promise.all(['mails', 'photos', 'notes.txt', 'postgres'].map(async (name) => modeOf(name)))).toEqual([
    '700',
    '700',
    '600',
    '755',
  ])
  // Under root the database's account passes through, and lists nothing.
  expect(await modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
})

test('an uploaded file, and the folders made for it, are ours alone', async () => {
  const file = await createUploads(folder, 'avatars').write('abcdef', Buffer.from('picture'))
  expect([await modeOf('avatars'), await modeOf('avatars', path.dirname(file)), await modeOf('avatars', file)]).toEqual([
    '700',
    '700',
    '600',
  ])
})
