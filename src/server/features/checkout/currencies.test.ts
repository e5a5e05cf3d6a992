import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { CURRENCIES, leastCharge, type Currency } from '#shared/money.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getTour } from '#shared/tours/calls.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import { bookingsOn, createBuyer, nextDay, paymentsOn, refundsOn } from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR_ID = 'kyoto-temples-and-tea'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function setPrice(currency: Currency, basePrice: number): Promise<void> {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR_ID }))).json
  const saved = await manager.put(pathOf(editTour, { id: TOUR_ID }), { version, fields: { ...fields, currency, basePrice } })
  expect(saved.json.fields).toMatchObject({ currency, basePrice })
}

test.each(CURRENCIES)('a tour in %s is sold, paid and refunded in it, and the books balance', async (currency) => {
  await setPrice(currency, 1200.5)
  const [buyer, day] = [await createBuyer(site), nextDay()]
  expect((await buyer.get(pathOf(getTour, { id: TOUR_ID }))).json.data).toMatchObject({ currency, basePrice: 1200.5 })
  await site.cards.pay(await buyer.openCheckout(TOUR_ID, 2, day))
  expect((await bookingsOn(site, day))[0]).toMatchObject({ status: 'confirmed', currency, total_cents: 240_100 })
  expect(await paymentsOn(site, day)).toMatchObject([{ role: 'primary', currency, amount_cents: 240_100 }])
  const [booking] = await buyer.bookings()
  expect(booking).toMatchObject({ currency, totalAmount: '2401.00' })
  expect(
    (await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id, stripeId: booking?.stripeid, reason: 'Ill' }))
      .status,
  ).toBe(200)
  expect(await refundsOn(site, day)).toMatchObject([{ currency, cause: 'cancellation' }])
})

test.each(CURRENCIES)('in %s the least that the card provider charges is sold, and nothing below it', async (currency) => {
  const { cents } = leastCharge(currency)
  const buyer = await createBuyer(site)
  const priced = async (guestCents: number) => {
    await setPrice(currency, guestCents / 100)
    const { stripePriceId } = (await buyer.get(pathOf(getTour, { id: TOUR_ID }))).json.data
    const body = { priceId: stripePriceId, tour_id: TOUR_ID, totalGuests: 1, travelDate: nextDay() }
    return (await buyer.post(createCheckout.path, body)).json.code
  }
  expect([await priced(cents), await priced(cents - 1)]).toEqual([undefined, 'not_payable'])
})
