import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('of many photos at once those beyond the limit are asked to wait, and all others arrive', async () => {
  const [width, height] = [300, 300]
  const photo = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const people = await Promise.all(Array.from({ length: 40 }, async () => site.customer()))
  const responses = await Promise.all(
    people.map(async (who) => who.upload(calls.draftPhotos, { name: 'sofa.jpg', type: 'image/jpeg', bytes: photo })),
  )
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array.from({ length: 32 }, () => 201), ...Array.from({ length: 8 }, () => 503)])
  expect(responses.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5')
})
