import { access, readdir, utimes, writeFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_ITEM, MAX_PHOTOS_PER_REQUEST, PHOTO_HEIC, PHOTO_WRONG_TYPE } from '#shared/photos.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { bookBody, createStaff, draftOf } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { tidyUploads } from './tidying.ts'

let site: TestApp
let jpeg: Buffer

beforeAll(async () => {
  site = await createTestApp()
  jpeg = await plain(40, 20).jpeg().toBuffer()
})
afterAll(async () => site.close())

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#bf3f1a' } })
}

const folder = () => path.join(site.deps.config.DATA_DIR, 'uploads')

async function files(): Promise<string[]> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function send(mover: Browser, bytes: Buffer, name = 'sofa.jpg', itemId = 'item-1', type = 'image/jpeg') {
  return mover.upload(vehicleCalls.uploadPhoto.path, { name, type, bytes }, { itemId })
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s is served as safe WebP (ASVS 3.2.1, 4.1.1, 14.3.2)', async (format) => {
  const mover = await createBuyer(site)
  const answer = await send(mover, await plain(40, 20).toFormat(format).toBuffer(), `sofa.${format}`)
  expect(answer.status).toBe(201)
  const { photo } = answer.json
  expect(photo).toMatchObject({
    itemId: 'item-1',
    name: `sofa.${format}`,
    url: pathOf(vehicleCalls.getPhoto, { id: photo.id }),
    width: 40,
    height: 20,
  })
  const served = await mover.get(photo.url)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'; sandbox$/),
    'cache-control': 'no-store',
  })
  expect(await sharp(served.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 })
  expect((await mover.get(vehicleCalls.getDraft.path)).json.photos).toEqual([photo])
})

test('only its owner and staff can see a photo, and viewing by staff is audited (ASVS 8.2.2)', async () => {
  const mover = await createBuyer(site)
  const { id, url } = (await send(mover, jpeg)).json.photo
  const other = await createBuyer(site)
  const staff = await createStaff(site)
  const statuses = await Promise.all([mover, other, staff, site.visitor()].map(async (who) => (await who.get(url)).status))
  expect(statuses).toEqual([200, 404, 200, 401])
  const seen = site.deps.db.selectFrom('audit_entries').select('after').where('subject_id', '=', vehicleCalls.getPhoto.path)
  expect(await seen.execute()).toEqual([{ after: { method: 'GET', responseStatus: 200, targetId: id } }])
  await site.deps.db.updateTable('users').set({ has_staff_password: false }).where('email', '=', staff.email).execute()
  expect((await staff.get(url)).status, 'staff who have their sign-in to set up').toBe(404)
  expect((await other.delete(url)).status, 'as if it were not there').toBe(200)
  expect((await mover.get(url)).status, 'another person removes nothing').toBe(200)
})

test('removing a photo removes its file; removing it again is no error', async () => {
  const mover = await createBuyer(site)
  const { id, url } = (await send(mover, jpeg)).json.photo
  expect(await files()).toContain(`${id}.webp`)
  expect((await mover.delete(url)).status).toBe(200)
  expect((await mover.delete(url)).status).toBe(200)
  expect((await mover.get(url)).status).toBe(404)
  expect(await files()).not.toContain(`${id}.webp`)
})

test('metadata is removed, and the picture is turned the way the camera was held', async () => {
  const mover = await createBuyer(site)
  const exif = { IFD0: { Make: 'Nosy Camera', Copyright: 'Ada at 51.5N' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const tagged = await plain(40, 20).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
  expect(tagged.toString('latin1')).toContain('Nosy Camera')
  const { photo } = (await send(mover, tagged)).json
  expect(photo).toMatchObject({ width: 20, height: 40 })
  const { bytes } = await mover.get(photo.url)
  const kept = await sharp(bytes).metadata()
  expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(bytes.toString('latin1')).not.toContain('Nosy Camera')
})

test('a large photo is scaled down, keeping its proportions', async () => {
  const mover = await createBuyer(site)
  const { photo } = (await send(mover, await plain(5000, 2500).jpeg().toBuffer())).json
  expect(photo).toMatchObject({ width: 2000, height: 1000 })
})

const SCRIPT = '<script>alert(1)</script>'

/** Returns an ISO media file of a brand, with the beginning that phones write. */
function isoMedia(brand: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(64)])
}

const WRONG: [string, () => Buffer | Promise<Buffer>, number, string][] = [
  ['an HEIC photo', () => isoMedia('heic'), 415, PHOTO_HEIC],
  ['an HEIF photo of another brand', () => isoMedia('mif1'), 415, PHOTO_HEIC],
  ['an AVIF photo', () => isoMedia('avif'), 415, PHOTO_WRONG_TYPE],
  [
    'an SVG with a script, called .jpg',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    415,
    PHOTO_WRONG_TYPE,
  ],
  ['HTML called .jpg', () => Buffer.from(`<!doctype html>${SCRIPT}`), 415, PHOTO_WRONG_TYPE],
  ['a PDF called .jpg', () => Buffer.from('%PDF-1.7 …'), 415, PHOTO_WRONG_TYPE],
  ['a GIF', () => plain(4, 4).gif().toBuffer(), 415, PHOTO_WRONG_TYPE],
  ['a TIFF', () => plain(4, 4).tiff().toBuffer(), 415, PHOTO_WRONG_TYPE],
  ['nothing', () => Buffer.alloc(0), 415, PHOTO_WRONG_TYPE],
  ['the first bytes of a JPEG before HTML', () => Buffer.from(`\u00ff\u00d8\u00ff\u00e0${SCRIPT}`, 'latin1'), 415, 'can’t read this photo'],
  ['a JPEG cut off', () => jpeg.subarray(0, jpeg.length / 2), 415, 'can’t read this photo'],
  ['a PNG cut off', async () => (await plain(400, 400).png().toBuffer()).subarray(0, 100), 415, 'can’t read this photo'],
  ['a decompression bomb', () => plain(12_000, 9000).png({ compressionLevel: 9 }).toBuffer(), 415, 'can’t read this photo'],
  ['a JPEG larger than its limit', () => Buffer.concat([jpeg, Buffer.alloc(MAX_PHOTO_BYTES)]), 413, 'up to 10 MB'],
]

test.each(WRONG)('%s is refused clearly and leaves nothing behind (ASVS 1.3.4, 5.2.2)', async (_what, make, status, text) => {
  const mover = await createBuyer(site)
  const before = await files()
  const answer = await send(mover, await make())
  expect(answer.json).toMatchObject({ statusCode: status, message: expect.stringContaining(text) })
  expect(await files()).toEqual(before)
  expect((await mover.get(vehicleCalls.getDraft.path)).json.photos).toEqual([])
})

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc'
const INCOMPLETE = 'The photo didn’t upload completely. Please try again.'

test.each([
  ['no boundary', 'multipart/form-data', `${FILE}\r\n--b--\r\n`, INCOMPLETE],
  ['another boundary', 'multipart/form-data; boundary=a', `${FILE}\r\n--b--\r\n`, INCOMPLETE],
  ['no form at all', 'multipart/form-data; boundary=b', '{}', INCOMPLETE],
  ['an end within the headers', 'multipart/form-data; boundary=b', FILE.slice(0, 40), INCOMPLETE],
  ['an end within the file', 'multipart/form-data; boundary=b', FILE, INCOMPLETE],
  ['no end', 'multipart/form-data; boundary=b', `${FILE}\r\n--b\r\n`, INCOMPLETE],
  ['a file called __proto__', 'multipart/form-data; boundary=b', `${FILE.replace('"file"', '"__proto__"')}\r\n--b--\r\n`, 'understand'],
  ['nothing', 'multipart/form-data; boundary=b', '', 'choose a photo'],
  ['no file', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n', 'choose a photo'],
  ['JSON', 'application/json', '{}', 'understand'],
])('a form with %s is refused with a clear 400', async (_what, type, body, text) => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.uploadPhoto.path, body, { 'content-type': type })
  expect(answer.json).toMatchObject({ statusCode: 400, message: expect.stringContaining(text) })
  expect((await mover.get(vehicleCalls.getDraft.path)).json.photos).toEqual([])
})

test('a decompression bomb is small in bytes and refused for its pixels (ASVS 5.2.3)', async () => {
  expect((await plain(12_000, 9000).png({ compressionLevel: 9 }).toBuffer()).length).toBeLessThan(MAX_PHOTO_BYTES / 5)
})

test('content hidden in a real photo (a polyglot) is not in the photo that we serve (ASVS 5.2.2, 5.3.1)', async () => {
  const mover = await createBuyer(site)
  const commented = Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}`)])
  const { photo } = (await send(mover, commented, 'evil.html', 'item-1', 'text/html')).json
  const served = await mover.get(photo.url)
  expect(served.headers['content-type']).toBe('image/webp')
  expect(served.bytes.toString('latin1')).not.toContain('script')
})

test.each([
  ['../../etc/passwd.jpg', 'passwd.jpg'],
  ['C:\\photos\\sofa.jpg', 'sofa.jpg'],
  ['sofa\u0007.jpg', 'sofa.jpg'],
  ['sofa\u202Egpj.exe.jpg', 'sofagpj.exe.jpg'],
  ['\u200B\u2066sofa\u00AD.jpg\u{E0041}', 'sofa.jpg'],
  ['\u200B\uFEFF', 'photo'],
  ['مبل\u200Cها.jpg', 'مبل\u200Cها.jpg'],
  ['Canapé 🛋.jpg', 'Canapé 🛋.jpg'],
])('a file called %j is shown as %j and stored under our own name (ASVS 1.3.3, 5.3.2)', async (given, shown) => {
  const mover = await createBuyer(site)
  const { photo } = (await send(mover, jpeg, given)).json
  expect(photo.name).toBe(shown)
  await access(path.join(folder(), photo.id.slice(0, 2), `${photo.id}.webp`))
})

test('an item takes six photos, even when the last two come at once; the refused ones leave no file', async () => {
  const mover = await createBuyer(site)
  const before = (await files()).length
  for (let count = 1; count < MAX_PHOTOS_PER_ITEM; count++) expect((await send(mover, jpeg)).status).toBe(201)
  const last = await Promise.all([send(mover, jpeg), send(mover, jpeg)])
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await send(mover, jpeg)).json).toMatchObject({ statusCode: 409, code: 'too_many_photos' })
  expect((await files()).length).toBe(before + MAX_PHOTOS_PER_ITEM)
})

test('a draft takes thirty photos across all its items', async () => {
  const mover = await createBuyer(site)
  for (let index = 0; index < MAX_PHOTOS_PER_REQUEST; index++) {
    expect((await send(mover, jpeg, 'sofa.jpg', `item-${index % 10}`)).status).toBe(201)
  }
  expect((await send(mover, jpeg, 'sofa.jpg', 'item-x')).json.message).toContain('You can add up to 30 photos per request.')
})

test('refuses an upload without signing in, and a form without a file, with a message', async () => {
  expect((await send(site.visitor(), jpeg)).status).toBe(401)
  const mover = await createBuyer(site)
  const form = new Response(new FormData())
  const headers = { 'content-type': form.headers.get('content-type') ?? '' }
  expect((await mover.request('POST', vehicleCalls.uploadPhoto.path, Buffer.from(await form.arrayBuffer()), headers)).status).toBe(400)
  expect((await mover.post(vehicleCalls.uploadPhoto.path, {})).status).toBe(400)
})

test('a booking takes over the photos of its items, and those of items that were removed are deleted', async () => {
  const mover = await createBuyer(site)
  const sofa = (await send(mover, jpeg, 'sofa.jpg', 'a')).json.photo
  const lamp = (await send(mover, jpeg, 'lamp.jpg', 'b')).json.photo
  const gone = (await send(mover, jpeg, 'gone.jpg', 'c')).json.photo
  const item = { name: 'Sofa', length: 1, width: 1, height: 1 }
  const items = [
    { ...item, id: 'a', photos: [{ id: sofa.id, name: 'sofa.jpg' }] },
    { ...item, id: 'b', photos: [{ id: lamp.id, name: 'lamp.jpg' }] },
  ]
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ items }) })
  const booked = (photos: string[]) => ({ name: 'Sofa', dimensions: '1x1x1 cm', photos })
  const itemDetails = { items: [booked(['sofa.jpg']), booked(['lamp.jpg', 'never-uploaded.jpg'])], floorCount: 3, helpers: 2 }
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ itemDetails }))
  expect(answer.status).toBe(201)
  const staff = await createStaff(site)
  const quotes = (await staff.get(staffQuoteCalls.listQuotes.path)).json
  const { photos } = quotes.find(({ id }: { id: string }) => id === answer.json.booking.id)
  expect(photos.map(({ id, item: place }: { id: string; item: number }) => [id, place])).toEqual([
    [sofa.id, 0],
    [lamp.id, 1],
  ])
  expect((await staff.get(sofa.url)).status).toBe(200)
  expect((await mover.get(gone.url)).status).toBe(404)
  expect(await files()).not.toContain(`${gone.id}.webp`)
  await mover.delete(sofa.url)
  expect((await mover.get(sofa.url)).status, 'what has been booked stays').toBe(200)
})

test('an abandoned draft is deleted with its photos after thirty days, and unknown files are swept', async () => {
  const mover = await createBuyer(site)
  const { id } = (await send(mover, jpeg)).json.photo
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  await mkdir(path.join(folder(), 'zz'), { recursive: true })
  const orphan = path.join(folder(), 'zz', 'orphan.webp')
  await writeFile(orphan, 'half')
  await tidyUploads(site.deps)
  expect(await files(), 'perhaps just being written').toContain('orphan.webp')
  await utimes(orphan, new Date(0), new Date(0))
  site.advance(31 * 24 * 60 * 60 * 1000)
  await tidyUploads(site.deps)
  const left = await files()
  expect(left).not.toContain(`${id}.webp`)
  expect(left).not.toContain('orphan.webp')
  const row = await site.deps.db.selectFrom('vehicle_photos').select('id').where('id', '=', id).executeTakeFirst()
  expect(row).toBeUndefined()
})
