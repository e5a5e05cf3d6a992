import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#shared/dates.ts'
import { pathOf } from '#shared/contract.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import { writeReview } from '#shared/reviews/own-calls.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { bookAndPay, createBuyer, createBuyers, inDays, moveTravel } from '../../tests/support/buyers.ts'
import { bookBody } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const REVIEW = { rating: 5, text: 'We would go again, and again after that.' }
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({
    QUOTE_REQUESTS_PER_DAY: '2',
    PHOTOS_PER_DAY: '3',
    PHOTO_MEGABYTES_PER_DAY: '1',
    REVIEWS_PER_DAY: '2',
    TRAVELLER_LISTS_PER_DAY: '2',
  })
})
afterAll(async () => site.close())

const askFor = async (mover: Browser, notes: string) => mover.post(vehicleCalls.requestQuote.path, bookBody({ notes }))

function expectRefused({ status, json, headers }: Awaited<ReturnType<Browser['get']>>, what: string): void {
  expect(status).toBe(429)
  expect(json).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(`^Today’s limit for ${what} has been reached. .* hours.$`),
  })
  expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400)
}

test('an account may request only so many quotes a day; a repeated request counts once, and is answered even at the limit (ASVS 2.3.2)', async () => {
  const mover = await createBuyer(site)
  expect((await askFor(mover, 'first')).status).toBe(201)
  expect((await askFor(mover, 'first')).status).toBe(200)
  expect((await askFor(mover, 'second')).status).toBe(201)
  expectRefused(await askFor(mover, 'third'), 'quote requests')
  expect((await askFor(mover, 'second')).status).toBe(200)
  expect((await askFor(await createBuyer(site), 'first')).status).toBe(201)
})

test('an invalid request does not count', async () => {
  const mover = await createBuyer(site)
  for (let tries = 0; tries < 5; tries++)
    expect((await mover.post(vehicleCalls.requestQuote.path, bookBody({ price: 1 }))).status).toBe(409)
  expect((await askFor(mover, 'right')).status).toBe(201)
})

test('photos are counted, and weighed before they are decoded (ASVS 5.2.1)', async () => {
  const many = await createBuyer(site)
  const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const send = async (browser: Browser, bytes: Buffer) =>
    browser.upload(vehicleCalls.uploadPhoto.path, { name: 'a.png', type: 'image/png', bytes })
  for (let count = 0; count < 3; count++) expect((await send(many, small)).status).toBe(201)
  expectRefused(await send(many, small), 'photos')
  // Not a picture at all: anything that looked at it would refuse it with another error.
  expectRefused(await send(await createBuyer(site), Buffer.alloc(1_100_000)), 'photos')
})

test('reviews and lists of travellers have limits of their own', async () => {
  const traveller = await createBuyer(site)
  const { id } = await bookAndPay(site, traveller, 2, inDays(site, 40))
  for (const name of ['Ada', 'Grace'])
    expect((await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), { names: [name] })).status).toBe(200)
  expectRefused(await traveller.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Edsger'] }), 'lists of travellers')
  await moveTravel(site, id, addDays(dayIn(site.deps.config.AGENCY_TIME_ZONE, site.deps.now()), -3))
  for (const rating of [4, 5]) expect((await traveller.put(pathOf(writeReview, { id }), { ...REVIEW, rating })).status).toBe(200)
  expectRefused(await traveller.put(pathOf(writeReview, { id }), REVIEW), 'reviews')
})

test('a network may use ten times what one of its accounts may (ASVS 2.4.1)', async () => {
  const people = await createBuyers(site, 12)
  const results: number[] = []
  for (const person of people) {
    for (const notes of ['one', 'two']) results.push((await askFor(person, notes)).status)
  }
  // The tests before have used up five of the twenty.
  expect(results.filter((status) => status === 201)).toHaveLength(15)
  expect(results.at(-1)).toBe(429)
})
