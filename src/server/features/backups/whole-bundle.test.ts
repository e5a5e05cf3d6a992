import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { startObjectStore } from '../../../../tests/support/object-store.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { drain, readBundle } from './bundle-reading.ts'
import { listBundles } from './places.ts'
import { wholeBundle } from './whole-bundle.ts'

const store = await startObjectStore()
const site = await createTestApp()
afterAll(async () => {
  vi.unstubAllEnvs()
  await site.close()
  await store.close()
})

const { S3_BUCKET: _, ...keys } = store.settings
const KEY = await generateIdentity()
const config = { ...site.deps.config, ...keys, S3_PATH_STYLE: true, BACKUP_KEY: KEY }
const place = 's3://photos/nights'
const AVATAR = '5b/5b0e0000-0000-4000-8000-000000000001.webp'
const content = randomBytes(8_000_000)
let name = ''

beforeAll(async () => {
  const { db, files } = site.deps
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('avatars')
    .values({ id: AVATAR.slice(3, -5), user_id: id, path: AVATAR, bytes: content.length })
    .execute()
  await files.write(`avatars/${AVATAR}`, { bytes: content.length, open: async () => Readable.from([content]) })
  commandLineOf(site)
  for (const [setting, value] of Object.entries({ ...keys, BACKUP_KEY: KEY, BACKUP_TO: place })) vi.stubEnv(setting, value)
  await backup.run(['--to', place], () => undefined)
  const opened = await openPlace(config, place)
  name = (await listBundles(opened))[0]?.key ?? ''
  opened.storage.close()
})

/** Returns the connections to the bucket from now on. */
function connections(): Set<Socket> {
  const found = new Set<Socket>()
  store.onCall = ({ socket }) => void found.add(socket)
  onTestFinished(() => void (store.onCall = undefined))
  return found
}

const areClosed = async (found: Set<Socket>) => {
  expect(found.size).toBeGreaterThan(0)
  await vi.waitUntil(() => [...found].every(({ destroyed }) => destroyed), 20_000)
}

test('a backup in a bucket is handed out whole with its files, and then no connection stays', async () => {
  const found = connections()
  const members: string[] = []
  await readBundle(await wholeBundle(config, { place, name }), KEY, async (member, stream) => {
    members.push(member)
    await drain(stream)
  })
  expect(members).toContain(`files/avatars/${AVATAR}`)
  await areClosed(found)
})

test('no connection stays when a backup is not there, or fails while it is handed out', async () => {
  const unopened = connections()
  await expect(wholeBundle(config, { place, name: 'none.backup' })).rejects.toThrow('There is no none.backup')
  await areClosed(unopened)
  const found = connections()
  const stream = await wholeBundle(config, { place, name })
  store.onCall = (call) => {
    found.add(call.socket)
    call.url = call.url?.replace(AVATAR, 'lost.webp') ?? ''
  }
  await expect(drain(stream)).rejects.toThrow()
  await areClosed(found)
})

test('a download that is given up ends nothing but itself', async () => {
  const found = connections()
  const stream = await wholeBundle(config, { place, name })
  await new Promise((resolve) => stream.once('readable', resolve))
  stream.destroy()
  await areClosed(found)
})
