import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a paid checkout confirms the booking by the webhook, and the return page only reads (row 1)', async () => {
  const traveller = await site.customer()
  const session = await traveller.openCheckout(TOUR, 2, '2027-03-01')
  await site.cards.pay(session)
  const [booking] = await traveller.bookings()
  expect(booking).toMatchObject({ status: 'confirmed', numberOfPeople: 2, travelDate: '2027-03-01', totalAmount: '2180.00' })
  const result = await traveller.get(calls.checkoutSession(session))
  expect(result.json.session).toMatchObject({ payment_status: 'paid', amount_total: 218_000, payment_method_types: ['card'] })
  expect(result.json.session.payment_intent.id).toBe(booking?.stripeid)
})
