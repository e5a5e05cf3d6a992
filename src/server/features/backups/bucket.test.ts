import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { listBundles } from './places.ts'

const store = await startObjectStore()
const site = await createTestApp()
afterAll(async () => {
  await site.close()
  await store.close()
})
const { db, files } = site.deps
const KEY = await generateIdentity()
const PLACE = 's3://photos/nights/of-ours'

beforeEach(() => {
  const end = commandLineOf(site)
  const { S3_BUCKET: _, ...settings } = store.settings
  for (const [name, value] of Object.entries({ ...settings, BACKUP_KEY: KEY, BACKUP_KEEP: '1', BACKUP_TO: PLACE })) vi.stubEnv(name, value)
  return end
})

test('backups go to a bucket, keep each file once, and come back from it', async () => {
  const [to, target] = [await scratchFolder(), await emptyDatabase()]
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const name = '5b/5b0e0000-0000-4000-8000-000000000001.webp'
  await db.insertInto('avatars').values({ id: '5b0e0000-0000-4000-8000-000000000001', user_id: id, path: name, bytes: 5 }).execute()
  await files.write(`avatars/${name}`, { bytes: 5, open: async () => Readable.from([Buffer.from('photo')]) })
  const said: string[] = []
  for (const _ of [1, 2]) await backup.run(['--to', PLACE], (line) => said.push(line))
  expect(said.filter((line) => line.startsWith('files:'))).toEqual(['files: 1, 1 of them written', 'files: 1, 0 of them written'])
  const place = await openPlace({ ...site.deps.config, ...keys() }, PLACE)
  expect(await listBundles(place)).toHaveLength(1)
  place.storage.close()
  await restoreInto(target, to, '--from', PLACE)
  expect(await readFile(path.join(to, 'avatars', name), 'utf8')).toBe('photo')
})

function keys() {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = store.settings
  return { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE: true }
}
