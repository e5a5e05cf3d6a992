import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { cropPicture, uploadPicture } from '#shared/tours/picture-calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import type { Browser, SiteResponse } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { expectErrorForm } from '../../tests/support/decent-responses.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const AWAY = { statusCode: 503, code: 'unavailable', message: 'Photos are unavailable right now. Please try again in a moment.' }
const ROWS = ['avatars', 'vehicle_photos', 'picture_originals', 'pictures', 'picture_files']
const CODES = ['ENOSPC', 'EDQUOT', 'EROFS'] as const
let site: TestApp
let items = 0
let photo: Buffer
let uploads: [name: string, send: () => Promise<SiteResponse>][]
let crop: () => Promise<SiteResponse>

beforeAll(async () => {
  site = await createTestApp({ SIGN_UPS_PER_ADDRESS: '10000' })
  photo = await sharp({ create: { width: 1300, height: 800, channels: 3, background: '#1f6f5f' } })
    .jpeg()
    .toBuffer()
  const [customer, buyer, manager] = [await site.customer(), await createBuyer(site), await createStaff(site, 'manager')]
  const to =
    (who: Browser, url: string, fields = {}) =>
    async () =>
      who.upload(url, { name: 'a.jpg', type: 'image/jpeg', bytes: photo }, fields)
  uploads = [
    ['a customer’s picture', to(customer, ownCalls.uploadOwnPhoto.path)],
    ['a member of staff’s picture', to(manager, ownCalls.uploadOwnPhoto.path)],
    ['a photo of an item', async () => to(buyer, vehicleCalls.uploadPhoto.path, { itemId: `item-${++items}` })()],
    ['a tour’s picture', to(manager, uploadPicture.path, { alt: 'A harbour' })],
  ]
  const { id } = (await to(manager, uploadPicture.path)()).json.picture
  crop = async () => manager.post(pathOf(cropPicture, { id }), { left: 0, top: 0, width: 1200, height: 700 })
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(async () => site.close())

/** Lets writes to files under one of the data folder's folders fail from the `nth` file on: half-way, or on opening where nothing is writable. */
function fillDisk(folder: string, code: (typeof CODES)[number], nth = 1): void {
  const under = path.join(site.deps.config.DATA_DIR, folder)
  const full = new Set<number>()
  const failure = (syscall: string) => Object.assign(new Error(`${code}: as on a full disk, ${syscall}`), { code, syscall, errno: -28 })
  let left = nth
  const { open, write } = fs
  const { writeFile, mkdir } = fs.promises
  const isFull = (file: unknown, flags: unknown) =>
    typeof file === 'string' && file.startsWith(under) && /^[wa]/.test(String(flags)) && --left <= 0
  type Callback = (error: Error | null, result?: number) => void
  vi.spyOn(fs, 'open').mockImplementation(((file: string, flags: string, mode: number, callback: Callback) => {
    if (!isFull(file, flags)) return open(file, flags, mode, callback)
    if (code === 'EROFS') return void setImmediate(callback, failure('open'))
    return open(file, flags, mode, (error, fd) => {
      if (!error) full.add(fd)
      callback(error, fd)
    })
  }) as unknown as typeof fs.open)
  vi.spyOn(fs, 'write').mockImplementation(((fd: number, bytes: Buffer, from: number, length: number, at: number, callback: Callback) => {
    if (!full.has(fd)) return write(fd, bytes, from, length, at, callback)
    return write(fd, bytes, from, Math.floor(length / 2), at, () => callback(failure('write')))
  }) as unknown as typeof fs.write)
  vi.spyOn(fs, 'writev').mockImplementation(
    ((_fd: number, _all: Buffer[], _at: number, callback: Callback) =>
      void setImmediate(callback, failure('write'))) as unknown as typeof fs.writev,
  )
  vi.spyOn(fs.promises, 'writeFile').mockImplementation(async (file, data, options) => {
    if (!isFull(file, 'w')) return writeFile(file, data, options)
    if (code !== 'EROFS') await writeFile(file, (data as Buffer).subarray(0, 100), options)
    throw failure(code === 'EROFS' ? 'open' : 'write')
  })
  vi.spyOn(fs.promises, 'mkdir').mockImplementation(async (...[name, options]) => {
    if (String(name).startsWith(under) && !fs.existsSync(String(name)) && nth === 1) throw failure('mkdir')
    return mkdir(name, options)
  })
  syncBuiltinESMExports()
}

function makeRoom(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}

async function kept(): Promise<unknown> {
  const entries = await readdir(site.deps.config.DATA_DIR, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('cards.jsonl')).map(({ name }) => name)
  const rows = ROWS.map(
    async (table) =>
      (await sql<{ id: string }>`select ${sql.table(table)}::text as id from ${sql.table(table)}`.execute(site.deps.db)).rows,
  )
  return { files: files.toSorted(), rows: await Promise.all(rows) }
}

/** Sends it while there is no room, and again when there is. */
async function expectNoRoom(name: string, send: () => Promise<SiteResponse>, body: object = AWAY): Promise<void> {
  const before = await kept()
  const answer = await send()
  expect(answer.json, name).toEqual(body)
  expectErrorForm(answer)
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  expect(await kept(), name).toEqual(before)
}

async function expectRoom(name: string, send: () => Promise<SiteResponse>): Promise<void> {
  expect((await send()).status, name).toSatisfy((status: number) => status === 200 || status === 201)
}

test.each(CODES)(
  'with %s while a photo arrives, every upload answers 503 and leaves nothing, and works once there is room',
  async (code) => {
    for (const [name, send] of uploads) {
      fillDisk('incoming', code)
      await expectNoRoom(name, send)
      makeRoom()
      await expectRoom(name, send)
    }
  },
)

test.each(CODES)('with %s while a prepared photo is written, every upload answers 503 and leaves nothing', async (code) => {
  for (const [name, send] of uploads) {
    // The first file of an upload is the one that arrives.
    fillDisk('incoming', code, 2)
    await expectNoRoom(name, send)
    makeRoom()
    await expectRoom(name, send)
  }
})

test.each(CODES)(
  'with %s while a photo is stored, every upload answers 503 and leaves nothing, and works once there is room',
  async (code) => {
    for (const [index, [name, send]] of uploads.entries()) {
      const folder = ['avatars', 'avatars', 'uploads', 'pictures'][index] ?? ''
      fillDisk(folder, code)
      await expectNoRoom(name, send)
      makeRoom()
      await expectRoom(name, send)
    }
  },
)

test.each(CODES)('with %s after some of a tour picture’s sizes, an upload and a crop answer 503 and leave none of them', async (code) => {
  for (const [name, send] of [...uploads.slice(3), ['a crop', crop] as const]) {
    fillDisk('pictures', code, 3)
    await expectNoRoom(name, send)
    makeRoom()
    await expectRoom(name, send)
  }
})

test.each([
  ['disk_full', 'could not extend file "base/1/2": No space left on device', '53100'],
  ['internal_error', 'could not extend file "base/1/2": Disk quota exceeded', 'XX000'],
  ['insufficient_privilege', 'could not open file "base/1/2": Read-only file system', '42501'],
])('with the database’s own disk full (%s), every upload answers 503 and leaves nothing', async (_name, message, code) => {
  const body = { statusCode: 503, code: 'unavailable', message: 'We can’t respond right now. Please try again in a moment.' }
  const tables = ['avatars', 'vehicle_photos', 'pictures']
  const heal = async () => site.asOwner('drop function if exists disk_is_full() cascade')
  onTestFinished(heal)
  await site.asOwner(
    `create function disk_is_full() returns trigger language plpgsql as $full$ begin raise exception using message = '${message}', errcode = '${code}'; end $full$`,
    ...tables.map((table) => `create trigger full_disk before insert on ${table} execute function disk_is_full()`),
  )
  for (const [name, send] of [...uploads, ['a crop', crop] as const]) await expectNoRoom(name, send, body)
  await heal()
  for (const [name, send] of uploads) await expectRoom(name, send)
})
