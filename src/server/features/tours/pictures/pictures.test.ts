import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { pathOf } from '#shared/contract.ts'
import { duplicateTour, editTour, getStaffTour, sellTour } from '#shared/tours/staff-calls.ts'
import { cropPicture, describePicture, uploadPicture } from '#shared/tours/picture-calls.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createBuyer, TOUR } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { tidyPictures } from './unused.ts'

let site: TestApp
let manager: Browser
beforeAll(async () => {
  site = await createTestApp()
  manager = await createStaff(site, 'manager')
})
afterAll(async () => site.close())

function plain(width: number, height: number, background = '#1f6f5f'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

async function send(who: Browser, picture: Sharp, fields: Record<string, string> = {}) {
  const bytes = await picture.jpeg().toBuffer()
  return who.upload(uploadPicture.path, { name: 'harbour.jpg', type: 'image/jpeg', bytes }, fields)
}

async function added(picture: Sharp, alt = 'A harbour'): Promise<StaffPicture> {
  return (await send(manager, picture, { alt })).json.picture
}

async function storedFiles(): Promise<string[]> {
  const folder = path.join(site.deps.config.DATA_DIR, 'pictures')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function show(images: string[], day: string[] = []): Promise<void> {
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  const [first, ...others] = fields.itinerary
  const itinerary = [{ ...first, images: day }, ...others]
  const { status, text } = await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, images, itinerary } })
  if (status !== 200) throw new Error(text)
}

test('an upload becomes the sizes that the pages ask for, in both formats, for everybody and for ever', async () => {
  const picture = await added(plain(2000, 1000))
  expect(picture).toMatchObject({
    alt: 'A harbour',
    name: 'harbour.jpg',
    filePath: `/pictures/${picture.id}-1600.webp`,
    width: 1600,
    height: 800,
    widths: [800, 1600],
    color: expect.stringMatching(/^#[\da-f]{6}$/),
    original: { width: 2000, height: 1000 },
    crop: { left: 0, top: 0, width: 2000, height: 1000 },
  })
  for (const width of [800, 1600]) {
    for (const [type, format] of [['webp', 'webp'] as const, ['avif', 'heif'] as const]) {
      const served = await site.visitor().get(`/pictures/${picture.id}-${width}.${type}`)
      expect(served.headers).toMatchObject({ 'content-type': `image/${type}`, 'cache-control': 'public, max-age=31536000, immutable' })
      expect(await sharp(served.bytes).metadata()).toMatchObject({ format, width, height: width / 2 })
    }
  }
  expect((await site.visitor().get(`/pictures/${picture.id}-400.webp`)).status).toBe(404)
})

test('a smaller picture has its own width as the largest; one that is too small, too long or no picture is refused', async () => {
  expect(await added(plain(1000, 800))).toMatchObject({ widths: [800, 1000], width: 1000, height: 800 })
  expect(await added(plain(800, 600))).toMatchObject({ widths: [800], width: 800 })
  const before = await storedFiles()
  expect((await send(manager, plain(799, 600))).json).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('800') })
  expect((await send(manager, plain(3000, 900))).json).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('3 times'),
  })
  const text = { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
  expect((await manager.upload(uploadPicture.path, text)).status).toBe(415)
  expect(await storedFiles()).toEqual(before)
})

test('a part of a picture is another picture of the same original, and the first stays as it is', async () => {
  const half = await plain(900, 1000, '#bf3f1a').png().toBuffer()
  const first = await added(plain(1800, 1000).composite([{ input: half, left: 900, top: 0 }]))
  const crop = { left: 900, top: 100, width: 900, height: 600 }
  const { picture } = (await manager.post(pathOf(cropPicture, { id: first.id }), crop)).json
  expect(picture).toMatchObject({ crop, alt: 'A harbour', width: 900, height: 600, original: { width: 1800, height: 1000 } })
  expect(picture.id).not.toBe(first.id)
  const { dominant } = await sharp((await manager.get(picture.filePath)).bytes).stats()
  expect(dominant.r).toBeGreaterThan(dominant.g)
  expect((await site.visitor().get(first.filePath)).status).toBe(200)
  for (const outside of [
    { ...crop, left: 901 },
    { ...crop, width: 700 },
  ]) {
    expect((await manager.post(pathOf(cropPicture, { id: first.id }), outside)).status).toBe(400)
  }
  expect((await manager.post(pathOf(cropPicture, { id: 'japan-tokyo' }), crop)).status, 'artwork has no original').toBe(404)
})

test('only managers and administrators add pictures; an original is for them alone', async () => {
  const { id, original } = await added(plain(1200, 800))
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), manager]
  for (const make of [
    async (who: Browser) => send(who, plain(900, 600)),
    async (who: Browser) => who.post(pathOf(cropPicture, { id }), { left: 0, top: 0, width: 900, height: 600 }),
    async (who: Browser) => who.put(pathOf(describePicture, { id }), { alt: 'Boats', seenAlt: 'A harbour' }),
    async (who: Browser) => who.get(original?.url ?? ''),
  ]) {
    const statuses = []
    for (const who of people) statuses.push((await make(who)).status)
    expect(statuses).toEqual([401, 403, 403, 200])
  }
})

test('a description replaces the one that was seen, and no other; a picture without one cannot be published', async () => {
  const { id } = await added(plain(1200, 800), '')
  await expect(show([id])).rejects.toThrow('Please describe this picture')
  expect((await manager.put(pathOf(describePicture, { id }), { alt: 'Boats', seenAlt: '' })).json.picture).toMatchObject({ alt: 'Boats' })
  const late = await manager.put(pathOf(describePicture, { id }), { alt: 'Ships', seenAlt: '' })
  expect(late.json).toMatchObject({ code: 'picture_changed', message: expect.stringMatching(/^Sam Staff has just changed .*“Boats”/) })
  await show([id], [id])
  const traveller = await createBuyer(site)
  const tour = await traveller.tour(TOUR)
  expect([tour.images, tour.itinerary[0]?.images]).toMatchObject([[{ id, alt: 'Boats' }], [{ id }]])
})

test('what no tour has shown for a day is removed with its files; what one shows stays', async () => {
  const [cover, ofDay, unused] = [await added(plain(1200, 800)), await added(plain(1200, 800)), await added(plain(1200, 800))]
  const ofExtra = await added(plain(1200, 800))
  const extras = SELLING.extras.map((extra) => ({ ...extra, pictureId: ofExtra.id }))
  const { id: draft, version } = (await manager.post(pathOf(duplicateTour, { id: 'bali-family-circle' }))).json
  expect((await manager.put(pathOf(sellTour, { id: draft }), { version, selling: { ...SELLING, extras } })).status).toBe(200)
  const { picture: part } = (await manager.post(pathOf(cropPicture, { id: unused.id }), { left: 0, top: 0, width: 900, height: 600 })).json
  await show([cover.id], [ofDay.id])
  await tidyPictures(site.deps)
  expect((await site.visitor().get(part.filePath)).status, 'uploaded today').toBe(200)
  site.advance(DAY_MS + 60_000)
  await tidyPictures(site.deps)
  const status = async ({ filePath }: StaffPicture) => (await site.visitor().get(filePath)).status
  expect([await status(cover), await status(ofDay), await status(ofExtra), await status(unused), await status(part)]).toEqual([
    200, 200, 200, 404, 404,
  ])
  const left = new Set((await storedFiles()).map((name) => name.slice(0, 36)))
  const originals = await site.deps.db.selectFrom('picture_originals').select('id').execute()
  expect(left).toEqual(new Set([cover.id, ofDay.id, ofExtra.id, ...originals.map(({ id }) => id)]))
  expect(originals).toHaveLength(3)
  await expect(show([unused.id])).rejects.toThrow('no longer exists')
})
