import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { bookingsOn, createBuyer, nextDay, TOUR } from '../../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

/** Planned each time instead, the two longest statements cost a checkout half of its speed (`bench/booking.ts`). */
test('every statement by which a checkout holds seats is a prepared one', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await buyer.checkout(TOUR, 1, day)).status).toBe(200)
  const sent = (query.mock.calls as unknown[][]).map(([statement]) => statement as string | { name?: string; text: string })
  query.mockRestore()
  expect(await bookingsOn(site, day)).toHaveLength(1)
  const ofCheckout = sent
    .map((each) => (typeof each === 'string' ? { text: each } : each))
    .filter(({ text }) => /payment_attempts|departures|bookings/.test(text))
  expect(ofCheckout.length).toBeGreaterThan(5)
  expect(ofCheckout.filter((each) => !('name' in each)).map(({ text }) => text)).toEqual([])
})
