import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { dayAhead } from '../../tests/support/days.ts'
import { loseNotifications } from '../../tests/support/lost-notifications.ts'
import { askForQuote, createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
  // Changes must appear even when the notification is lost.
  await loseNotifications(site)
})
afterAll(async () => site.close())

test('a change by staff is visible, and its new price charged, from the moment the call responds', async () => {
  const staff = await createStaff(site, 'admin')
  const traveller = await site.customer()
  for (const cents of [111_100, 222_200, 333_300]) {
    const { id } = await askForQuote(site)
    const { stripePriceId: priceId } = await traveller.tour(TOUR)
    await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', '=', TOUR).execute()
    expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).status).toBe(200)
    expect(await traveller.tour(TOUR)).toMatchObject({ basePrice: cents / 100 })
    const booking = { priceId, tour_id: TOUR, totalGuests: 1, travelDate: dayAhead(1) }
    expect((await traveller.post(createCheckout.path, booking)).json).toMatchObject({ statusCode: 409, code: 'price_changed' })
  }
})
