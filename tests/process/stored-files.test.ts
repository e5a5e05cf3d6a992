import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, inDatabase } from '../support/databases.ts'
import { startObjectStore, type ObjectStore } from '../support/object-store.ts'
import { cleanUp, COMMAND_LINE, createDataDir, programEnvironment, startServer, type ServerProcess } from '../support/server-process.ts'
import type { WebBrowser } from '../support/web-browser.ts'

const DATABASE = 'process_test_of_stored_files'
const SECRET = 'S3RVER'
let store: ObjectStore
let png: Buffer
let dataDir: string

beforeAll(async () => {
  await administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`, `create database ${DATABASE}`)
  store = await startObjectStore()
  dataDir = await createDataDir()
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1f6f5f' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await cleanUp()
  await store.close()
  await administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`)
})

function settings(more: Record<string, string> = {}): Record<string, string> {
  return { DATABASE_URL: databaseUrl(inDatabase(inject('postgres'), DATABASE)), LOG_LEVEL: 'trace', ...more }
}

async function upload(person: WebBrowser, url: string = vehicleCalls.uploadPhoto.path) {
  return person.upload(url, { name: 'a.png', type: 'image/png', bytes: png }, { itemId: 'item-1' })
}

/** Runs `npm run files`, killed after `untilCall` calls to S3. */
async function files(args: string[], environment: Record<string, string>, untilCall = Infinity) {
  const child = spawn(process.execPath, [COMMAND_LINE, 'files', ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: programEnvironment(dataDir, environment),
  })
  const lastCall = store.calls.length + untilCall
  store.onCall = () => void (store.calls.length >= lastCall && child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() => (store.onCall = undefined))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

async function killedWhileStoring(server: ServerProcess, person: WebBrowser): Promise<void> {
  const stalled = store.stallUploads()
  const sent = upload(person).catch((error: unknown) => error)
  await stalled
  await server.kill9()
  expect(await sent).toBeInstanceOf(Error)
}

test('every process serves what another has stored; one killed in the middle of an upload leaves nothing that is served', async () => {
  const environment = settings(store.settings)
  const first = await startServer(dataDir, environment)
  const second = await startServer(await createDataDir(), environment)
  const owner = await first.customer('owner@example.test')
  const { url } = (await upload(owner)).json.photo
  const avatar = (await upload(owner, ownCalls.uploadOwnPhoto.path)).json.user.profileImage
  const other = await second.customer('other@example.test')
  const elsewhere = owner.movedTo(second.origin)
  const statuses = [elsewhere, other, second.visitor()].map(async (who) => (await who.get(url)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404, 401])
  const picture = await second.visitor().get(avatar)
  expect(picture.status).toBe(200)
  expect(picture.headers['cache-control']).toBe('private, max-age=86400')

  await killedWhileStoring(first, owner)
  const { photos } = (await elsewhere.get(vehicleCalls.getDraft.path)).json
  expect(photos.map((photo: { url: string }) => photo.url)).toEqual([url])
  await store.leave()
  expect((await elsewhere.get(url)).status).toBe(503)
  await store.comeBack()
  expect((await elsewhere.get(url)).status).toBe(200)
  await second.stop()
  for (const { stdout, stderr } of [first, second]) expect(stdout + stderr).not.toContain(SECRET)
})

test('a move killed repeatedly while the site runs ends with every file in place and none left behind', async () => {
  const environment = settings({ ...store.settings, S3_PREFIX: 'moved', FILES_IN: 'folder' })
  const before = await startServer(dataDir, environment)
  const person = await before.customer('mover@example.test')
  const urls: string[] = [(await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage]
  for (let count = 0; count < 6; count++) urls.push((await upload(person)).json.photo.url)
  expect((await files(['move', '--to', 's3'], environment)).stderr).toMatch(/^New files still go to the data folder: set FILES_IN=s3/)
  await before.stop()

  const moving = { ...environment, FILES_IN: 's3' }
  const site = await startServer(dataDir, moving)
  const there = person.movedTo(site.origin)
  const seen = async () => Promise.all(urls.map(async (url) => (await there.get(url)).status))
  for (const untilCall of [3, 10, 5]) {
    expect((await files(['move', '--to', 's3'], moving, untilCall)).code).toBeNull()
    expect(await seen()).toEqual(urls.map(() => 200))
  }
  const { code, stdout } = await files(['move', '--to', 's3'], moving)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Moved \d files \(0\.0 MB\) to S3(, including \d copied in an earlier run)?\. Nothing is left to move\.\n$/)
  expect((await files(['move', '--to', 's3'], moving)).stdout).toBe('Moved 0 files (0.0 MB) to S3. Nothing is left to move.\n')
  expect(await seen()).toEqual(urls.map(() => 200))
  await site.stop()

  const back = await files(['move', '--to', 'folder'], { ...environment, LOG_LEVEL: 'info' })
  expect(back.stdout).toBe('Moved 7 files (0.0 MB) to the data folder. Nothing is left to move.\n')
  const last = await startServer(dataDir, settings())
  const home = person.movedTo(last.origin)
  expect(await Promise.all(urls.map(async (url) => (await home.get(url)).status))).toEqual(urls.map(() => 200))
  await last.stop()
})

test.each([
  [[], 'Missing command. Use: move.'],
  [['move'], 'Missing destination. Use --to s3 or --to folder.'],
  [['move', '--to', 's3'], 'S3 isn’t configured'],
])('npm run files %j without S3 is refused and says what is missing', async (args, message) => {
  const { code, stderr } = await files(args, settings())
  expect(code).toBe(1)
  expect(stderr).toContain(message)
  expect(stderr).toContain('npm run files -- move --to s3')
})

test('unreachable storage is reported in one line, without its secrets', async () => {
  const environment = settings({ ...store.settings, S3_SECRET_ACCESS_KEY: 'a wrong secret', FILES_IN: 'folder' })
  const { code, stdout, stderr } = await files(['move', '--to', 'folder'], {
    ...environment,
    S3_BUCKET: 'nowhere',
    S3_SECRET_ACCESS_KEY: SECRET,
  })
  expect(code).toBe(1)
  expect(stdout).toBe('Moved 0 files (0.0 MB) to the data folder. The rest haven’t moved: run the command again.\n')
  expect(stderr).toMatch(/^Storage unavailable: the S3 storage: NoSuchBucket, 404/)
  expect(stderr).not.toContain(SECRET)
})
