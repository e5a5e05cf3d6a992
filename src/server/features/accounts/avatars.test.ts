import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { MAX_PHOTO_BYTES, PHOTO_HEIC, PHOTO_TOO_LARGE, PHOTO_UNREADABLE, PHOTO_WRONG_TYPE } from '#shared/photos.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyAccounts } from './accounts.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const folder = () => path.join(site.deps.config.DATA_DIR, 'avatars')

async function files(): Promise<string[]> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#0f2233' } })

/** Returns a dark picture, 300 by 200, with a light square of 100 in its top right corner. */
async function withLightCorner(): Promise<Sharp> {
  const input = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#f7f1e5' } })
    .png()
    .toBuffer()
  return sharp(
    await flat(300, 200)
      .composite([{ input, left: 200, top: 0 }])
      .png()
      .toBuffer(),
  )
}

async function send(person: Browser, bytes: Buffer, crop: Record<string, string> = {}, name = 'me.jpg') {
  return person.upload(ownCalls.uploadOwnPhoto.path, { name, type: 'image/jpeg', bytes }, crop)
}

async function lightness(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).stats()
  return channels[0]?.mean ?? -1
}

test('a picture is cropped as its owner chose, kept as a square WebP without metadata, and returned by account and login (ASVS 3.4.6)', async () => {
  const person = await site.customer()
  const tagged = await (
    await withLightCorner()
  )
    .withExif({ IFD0: { Make: 'Nosy Camera' } })
    .jpeg({ quality: 100 })
    .toBuffer()
  const { user } = (await send(person, tagged, { x: '200', y: '0', size: '100' })).json
  expect(user.profileImage).toMatch(/^\/avatars\/[\da-f-]{36}$/)
  const served = await site.visitor().get(user.profileImage)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'; sandbox$/),
  })
  expect(await sharp(served.bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 400 })
  expect((await sharp(served.bytes).metadata()).exif).toBeUndefined()
  expect(await lightness(served.bytes)).toBeGreaterThan(240)
  const login = await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  expect(login.json.user.profileImage).toBe(user.profileImage)
})

test('the crop applies to the picture as displayed, turned the way the camera was held', async () => {
  const person = await site.customer()
  // Stored lying on its side: displayed, it is 200 wide and 300 high, with the light square in the bottom right corner.
  const turned = await (await withLightCorner()).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
  const { user } = (await send(person, turned, { x: '100', y: '200', size: '100' })).json
  expect(await lightness((await person.get(user.profileImage)).bytes)).toBeGreaterThan(240)
  expect((await send(person, turned, { x: '101', y: '200', size: '100' })).status).toBe(400)
})

test('without a crop, the middle is kept', async () => {
  const person = await site.customer()
  const { user } = (await send(person, await (await withLightCorner()).toBuffer())).json
  const light = await lightness((await person.get(user.profileImage)).bytes)
  // An eighth of it is light.
  expect(light).toBeGreaterThan(40)
  expect(light).toBeLessThan(48)
})

test.each([
  [{ x: '201', y: '0', size: '100' }],
  [{ x: '0', y: '0', size: '201' }],
  [{ x: '-1', y: '0', size: '10' }],
  [{ x: '0', y: '0', size: '0' }],
  [{ x: '0', y: '0', size: '1e9' }],
  [{ x: 'NaN', y: '0', size: '10' }],
  [{ x: 'Infinity', y: '0', size: '10' }],
  [{ x: '0', y: '0' }],
  [{ x: '', y: '0', size: '10' }],
  [{ x: '0x10', y: '[]', size: '10' }],
])('a crop %j outside the picture is refused and leaves no file', async (crop: Record<string, string>) => {
  const person = await site.customer()
  const before = await files()
  const answer = await send(person, await (await withLightCorner()).toBuffer(), crop)
  expect(answer.json).toMatchObject({ statusCode: 400, code: 'validation_failed' })
  expect(await files()).toEqual(before)
  expect((await person.get(ownCalls.getAccount.path)).json.user.profileImage).toBeNull()
})

const HOSTILE: [string, () => Buffer | Promise<Buffer>, number, string][] = [
  ['an HEIC photo', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]), 415, PHOTO_HEIC],
  ['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415, PHOTO_WRONG_TYPE],
  ['a GIF', () => flat(4, 4).gif().toBuffer(), 415, PHOTO_WRONG_TYPE],
  ['a decompression bomb', () => flat(12_000, 9000).png({ compressionLevel: 9 }).toBuffer(), 415, PHOTO_UNREADABLE],
  ['half a PNG', async () => (await flat(400, 400).png().toBuffer()).subarray(0, 100), 415, PHOTO_UNREADABLE],
  ['a file that is too large', () => Buffer.alloc(MAX_PHOTO_BYTES + 1), 413, PHOTO_TOO_LARGE],
]

test.each(HOSTILE)(
  '%s is refused with a clear message and leaves no file, and the previous picture stays',
  async (_what, make, status, message) => {
    const person = await site.customer()
    const kept = (await send(person, await flat(10, 10).png().toBuffer())).json.user.profileImage
    const before = await files()
    expect((await send(person, await make())).json).toMatchObject({ statusCode: status, message })
    expect(await files()).toEqual(before)
    expect((await person.get(kept)).status).toBe(200)
  },
)

test('a new picture has a new address, and the file of the previous one is removed, even when two come at once', async () => {
  const person = await site.customer()
  const before = (await files()).length
  const bytes = await flat(10, 10).png().toBuffer()
  const first = (await send(person, bytes)).json.user.profileImage
  const answers = await Promise.all([send(person, bytes), send(person, bytes)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const now = (await person.get(ownCalls.getAccount.path)).json.user.profileImage
  expect(now).not.toBe(first)
  expect([(await person.get(first)).status, (await person.get(now)).status]).toEqual([404, 200])
  expect((await files()).length).toBe(before + 1)
})

test('a removed picture goes with its file; removing it again is no error, and a demo picture is only unlinked', async () => {
  const person = await site.customer()
  const before = await files()
  const address = (await send(person, await flat(10, 10).png().toBuffer())).json.user.profileImage
  for (let index = 0; index < 2; index++) expect((await person.delete(ownCalls.uploadOwnPhoto.path)).json.user.profileImage).toBeNull()
  expect((await person.get(address)).status).toBe(404)
  expect(await files()).toEqual(before)
  const demo = site.visitor()
  await demo.post(accountCalls.logIn.path, { email: 'user@example.com', password: 'user1234' })
  expect((await demo.delete(ownCalls.uploadOwnPhoto.path)).json.user.profileImage).toBeNull()
})

test('nobody uploads or removes without signing in, and an address that was never issued shows nothing', async () => {
  expect((await send(site.visitor(), await flat(10, 10).png().toBuffer())).status).toBe(401)
  expect((await site.visitor().delete(ownCalls.uploadOwnPhoto.path)).status).toBe(401)
  for (const id of [UNKNOWN_ID, '..%2f..%2fpostgres', '%00'])
    expect([400, 404]).toContain((await site.visitor().get(`/avatars/${id}`)).status)
})

test('the nightly job sweeps files that belong to nobody and leaves the others', async () => {
  const person = await site.customer()
  const address = (await send(person, await flat(10, 10).png().toBuffer())).json.user.profileImage
  await mkdir(path.join(folder(), 'zz'), { recursive: true })
  const orphan = path.join(folder(), 'zz', 'orphan.webp')
  await writeFile(orphan, 'half')
  await tidyAccounts(site.deps)
  expect(await files(), 'perhaps just being written').toContain('orphan.webp')
  for (const file of [orphan]) await utimes(file, new Date(0), new Date(0))
  await tidyAccounts(site.deps)
  expect(await files()).not.toContain('orphan.webp')
  expect((await person.get(address)).status).toBe(200)
})
