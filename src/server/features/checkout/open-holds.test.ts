import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
import { createBuyer, nextDay, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('an account holds five unpaid departures; a sixth checkout names them, and works once one is released', async () => {
  const traveller = await createBuyer(site)
  const days = Array.from({ length: 6 }, nextDay)
  const sixth = days.pop() ?? ''
  for (const day of days) await traveller.openCheckout(TOUR, 2, day)
  const refused = await traveller.checkout(TOUR, 2, sixth)
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'too_many_holds' })
  const bookings = await traveller.bookings()
  for (const { reference } of bookings) expect(refused.json.message).toContain(reference)
  expect(await seatsTaken(site, sixth)).toBe(0)
  expect((await traveller.checkout(TOUR, 3, days[0] ?? '')).status, 'another group for a held day').toBe(200)
  await traveller.post(calls.releaseSeats(bookings[1]?.id ?? ''))
  expect((await traveller.checkout(TOUR, 2, sixth)).status).toBe(200)
})

test('what has been paid is not held any more', async () => {
  const traveller = await createBuyer(site)
  for (let count = 0; count < 6; count++) await site.cards.pay(await traveller.openCheckout(TOUR, 1, nextDay()))
  await traveller.openCheckout(TOUR, 1, nextDay())
})

test('of many checkouts at the same moment five hold seats (ASVS 2.3.2)', async () => {
  const traveller = await createBuyer(site)
  const days = Array.from({ length: 12 }, nextDay)
  const responses = await Promise.all(days.map(async (day) => traveller.checkout(TOUR, 1, day)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(responses.filter(({ json }) => json.code === 'too_many_holds')).toHaveLength(7)
  expect(await traveller.bookings()).toHaveLength(5)
})
