import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { bookingsOn, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

/** Planned each time instead, the two longest of them cost a checkout half of its speed (`lab/bench/booking.ts`). */
test('a checkout holds seats by prepared statements alone', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await buyer.checkout(TOUR, 1, day)).status).toBe(200)
  const sent = (query.mock.calls as unknown[][]).map(([statement]) => statement as string | { name?: string; text: string })
  query.mockRestore()
  expect(await bookingsOn(site, day)).toHaveLength(1)
  const begun = sent.indexOf('begin')
  const ofHold = sent.slice(begun + 1, sent.indexOf('commit', begun))
  expect(ofHold.length).toBeGreaterThan(0)
  expect(ofHold.filter((each) => typeof each === 'string' || !each.name)).toEqual([])
})
