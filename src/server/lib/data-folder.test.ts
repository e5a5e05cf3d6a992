import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { closeDataFolder } from './data-folder.ts'
import { createFolderStorage } from './site-files.ts'
import { sweepIncoming } from './upload-form.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-data-'))
afterAll(async () => rm(folder, { recursive: true }))

async function modeOf(...below: string[]): Promise<string> {
  return ((await stat(path.join(folder, ...below))).mode & 0o777).toString(8)
}

test('files that earlier versions left open are closed to other accounts of the machine; the database’s folder is untouched (ASVS 13.3.2)', async () => {
  for (const name of ['mails', 'photos', 'postgres']) await mkdir(path.join(folder, name), { mode: 0o755 })
  await writeFile(path.join(folder, 'notes.txt'), '', { mode: 0o644 })
  await closeDataFolder(folder)
  expect(await Promise.all(['mails', 'photos', 'notes.txt', 'postgres'].map(async (name) => modeOf(name)))).toEqual([
    '700',
    '700',
    '600',
    '755',
  ])
  // When we run as root, the database's account may pass through the folder but not list it.
  expect(await modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
})

test('an uploaded file and its folders are readable by us alone', async () => {
  const picture = { bytes: 7, open: async () => Readable.from(['picture']) }
  await createFolderStorage(folder).write('avatars/ab/abcdef.webp', picture)
  expect([await modeOf('avatars'), await modeOf('avatars', 'ab'), await modeOf('avatars', 'ab', 'abcdef.webp')]).toEqual([
    '700',
    '700',
    '600',
  ])
})

test('the remains of an interrupted upload are swept up after a day, and an upload in progress is not', async () => {
  await mkdir(path.join(folder, 'incoming'))
  for (const name of ['arriving', 'left']) await writeFile(path.join(folder, 'incoming', name), 'half')
  await utimes(path.join(folder, 'incoming', 'left'), new Date(0), new Date(0))
  await sweepIncoming(folder, new Date(Date.now() - 60_000))
  expect(await readdir(path.join(folder, 'incoming'))).toEqual(['arriving'])
})
