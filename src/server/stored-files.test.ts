import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getPicture, uploadPicture } from '#shared/tours/picture-calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import type { Browser, SiteResponse } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { createStaff, draftOf } from '../../tests/support/movers.ts'
import { startObjectStore, type ObjectStore } from '../../tests/support/object-store.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { tidyAccounts } from '#server/features/accounts/accounts.ts'
import { tidyUploads } from './features/vehicles/tidying.ts'
import { REMOVE_FILES_JOB, removedFileJobs } from './lib/uploads.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FOLDERS = ['uploads', 'avatars']
let store: ObjectStore
let png: Buffer

beforeAll(async () => {
  store = await startObjectStore()
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1f6f5f' } })
    .png()
    .toBuffer()
})
afterAll(async () => store.close())

/** Moves the data folder's two folders away, as an unmounted disk would be, or back. */
async function swapFolders({ deps }: TestApp, isAway: boolean): Promise<void> {
  for (const name of FOLDERS) {
    const folder = path.join(deps.config.DATA_DIR, name)
    if (isAway) {
      await rename(folder, `${folder}.away`)
      await writeFile(folder, '')
    } else {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    }
  }
}

const PLACES: [string, () => Record<string, string>, (site: TestApp, isAway: boolean) => Promise<void>][] = [
  ['the folder', () => ({}), swapFolders],
  ['S3', () => store.settings, async (_site, isAway) => (isAway ? store.leave() : store.comeBack())],
]

describe.each(PLACES)('with files in %s', (_name, settings, setAway) => {
  let site: TestApp
  let isAway = false

  beforeAll(async () => {
    site = await createTestApp({ ...settings(), SIGN_UPS_PER_ADDRESS: '10000' })
    // Creates both folders, so that they can be moved away.
    await upload(await site.customer(), ownCalls.uploadOwnPhoto.path)
    await upload(await createBuyer(site), vehicleCalls.uploadPhoto.path)
  })
  afterAll(async () => site.close())
  afterEach(async () => {
    if (isAway) await comeBack()
  })

  async function leave(): Promise<void> {
    isAway = true
    await setAway(site, true)
  }

  async function comeBack(): Promise<void> {
    isAway = false
    await setAway(site, false)
  }

  async function upload(person: Browser, url: string): Promise<SiteResponse> {
    return person.upload(url, { name: 'a.png', type: 'image/png', bytes: png }, { itemId: 'item-1' })
  }

  async function keys(): Promise<string> {
    const found: string[] = []
    for (const folder of FOLDERS) for await (const { key } of site.deps.files.list(folder)) found.push(key)
    return found.join(' ')
  }

  async function runRemovals(): Promise<void> {
    const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = ${REMOVE_FILES_JOB}`.execute(site.deps.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { data } of rows) for (const job of removedFileJobs(site.deps)) await job.run(data, new AbortController().signal)
  }

  test('photos and avatars are served by the site itself, only to those who may see them, and not kept by shared caches', async () => {
    const owner = await createBuyer(site)
    const { url } = (await upload(owner, vehicleCalls.uploadPhoto.path)).json.photo
    const served = await owner.get(url)
    expect(await sharp(served.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
    expect(Number(served.headers['content-length'])).toBe(served.bytes.length)
    const others = [await createBuyer(site), await createStaff(site), site.visitor()]
    const responses = await Promise.all(others.map(async (who) => who.get(url)))
    expect(responses.map(({ status }) => status)).toEqual([404, 200, 401])
    const avatar = (await upload(owner, ownCalls.uploadOwnPhoto.path)).json.user.profileImage
    expect((await site.visitor().get(avatar)).headers).toMatchObject({ 'cache-control': 'private, max-age=86400' })
  })

  test('a picture of a tour is kept and served in each of its formats', async () => {
    const bytes = await sharp(png).resize(800, 600, { fit: 'fill' }).png().toBuffer()
    const manager = await createStaff(site, 'manager')
    const added = await manager.upload(uploadPicture.path, { name: 'a.png', type: 'image/png', bytes }, { alt: 'A harbour' })
    for (const [type, format] of Object.entries({ webp: 'webp', avif: 'heif' })) {
      const served = await site.visitor().get(pathOf(getPicture, { id: `${added.json.picture.id}-800.${type}` }))
      expect(served.headers['content-type']).toBe(`image/${type}`)
      expect((await sharp(served.bytes).metadata()).format).toBe(format)
    }
  })

  test('files that are removed, replaced or belong to a deleted account disappear from the storage at once', async () => {
    const person = await site.customer()
    const photos = [
      (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo,
      (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo,
    ]
    const old = (await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage.split('/').at(-1)
    const latest = (await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage.split('/').at(-1)
    expect(await keys()).not.toContain(old)
    await person.delete(photos[0].url)
    expect(await keys()).not.toContain(photos[0].id)
    for (const id of [photos[1].id, latest]) expect(await keys()).toContain(id)
    expect((await person.post(securityCalls.deleteAccount.path, { password: 'password1' })).status).toBe(200)
    for (const id of [photos[1].id, latest]) expect(await keys()).not.toContain(id)
  })

  test('a missing or incomplete file is a 404', async () => {
    const person = await createBuyer(site)
    const { id, url } = (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo
    const key = `uploads/${id.slice(0, 2)}/${id}.webp`
    const whole = await person.get(url)
    const half = whole.bytes.subarray(0, whole.bytes.length / 2)
    await site.deps.files.write(key, { bytes: half.length, open: async () => Readable.from([half]) })
    expect((await person.get(url)).status).toBe(404)
    await site.deps.files.remove(key)
    expect((await person.get(url)).json).toMatchObject({ statusCode: 404, message: 'Photo not found' })
  })

  test('while the storage is away, uploads and views get a 503 that says when to retry, and nothing is lost', async () => {
    const person = await createBuyer(site)
    const { url } = (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo
    const avatar = (await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage
    await leave()
    const responses = [
      await person.get(url),
      await site.visitor().get(avatar),
      await upload(person, vehicleCalls.uploadPhoto.path),
      await upload(person, ownCalls.uploadOwnPhoto.path),
    ]
    for (const { status, headers, json } of responses) {
      expect(status).toBe(503)
      expect(headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
      expect(json).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again in a moment') })
    }
    expect((await person.get(vehicleCalls.getDraft.path)).json.photos).toHaveLength(1)
    await comeBack()
    expect([(await person.get(url)).status, (await person.get(avatar)).status]).toEqual([200, 200])
    expect((await upload(person, vehicleCalls.uploadPhoto.path)).status).toBe(201)
  })

  test('removals succeed while the storage is away, and a job removes the files once it is back', async () => {
    const person = await site.customer()
    const photos = [
      (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo,
      (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo,
    ]
    const old = (await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage.split('/').at(-1)
    await leave()
    expect((await person.delete(photos[0].url)).status).toBe(200)
    expect((await person.delete(ownCalls.uploadOwnPhoto.path)).json.user.profileImage).toBeNull()
    expect((await person.post(securityCalls.deleteAccount.path, { password: 'password1' })).status).toBe(200)
    await expect(runRemovals(), 'tried again by the queue').rejects.toThrow()
    await comeBack()
    for (const id of [photos[0].id, photos[1].id, old]) expect(await keys()).toContain(id)
    await runRemovals()
    for (const id of [photos[0].id, photos[1].id, old]) expect(await keys()).not.toContain(id)
  })

  test('the nightly jobs delete old drafts with their photos and sweep unknown files, and fail when they cannot', async () => {
    const person = await createBuyer(site)
    const { id } = (await upload(person, vehicleCalls.uploadPhoto.path)).json.photo
    await person.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
    const avatar = (await upload(person, ownCalls.uploadOwnPhoto.path)).json.user.profileImage
    const orphans = ['uploads/zz/orphan.webp', 'avatars/zz/orphan.webp']
    for (const key of orphans) await site.deps.files.write(key, { bytes: 4, open: async () => Readable.from(['half']) })
    await tidyUploads(site.deps)
    expect(await keys(), 'perhaps just being written').toContain('orphan')
    site.advance(31 * DAY_MS)
    await leave()
    for (const tidy of [tidyUploads, tidyAccounts]) await expect(tidy(site.deps)).rejects.toThrow()
    await comeBack()
    await tidyUploads(site.deps)
    await tidyAccounts(site.deps)
    await runRemovals()
    for (const gone of [id, 'orphan']) expect(await keys()).not.toContain(gone)
    expect((await site.visitor().get(avatar)).status).toBe(200)
  })
})
