import { afterAll, beforeAll, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { chooseAnything } from '../../../../tests/support/any-choice.ts'
import { sessionOf, type Browser } from '../../../../tests/support/browser.ts'
import { createBuyers, loseHolds, nextDay } from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { SELLING } from '../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'bali-family-circle'
const BUYERS = 8
const CODES = ['HALF-OF-IT', 'TEN-OFF', 'FREE-BIKE', 'ONLY-ONCE']
/** Reasons why a checkout may be refused here. */
const REFUSALS = new Set(['sold_out', 'code_not_valid'])
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
  const { db } = site.deps
  await db.updateTable('tours').set({ base_price_cents: 5_000, max_people: 10 }).where('id', '=', TOUR).execute()
  await db
    .insertInto('tour_selling')
    .values({ tour_id: TOUR, content: JSON.stringify(SELLING) })
    .execute()
  await site.asOwner(`insert into codes (id, text, percent, amount_cents, currency, extra_id, most_uses, is_once_per_person, created_at) values
    (gen_random_uuid(), 'HALF-OF-IT', 50, null, null, null, 3, false, now()), (gen_random_uuid(), 'TEN-OFF', null, 1000, 'usd', null, 2, false, now()),
    (gen_random_uuid(), 'FREE-BIKE', null, null, null, 'bike', 4, false, now()), (gen_random_uuid(), 'ONLY-ONCE', 10, null, null, null, null, true, now())`)
})
afterAll(async () => site.close())

/** Asks, books at the total that was shown, and returns the session of the card page, or why there is none. */
async function book(buyer: Browser, day: string, random: () => number): Promise<{ session?: string; refused?: string }> {
  const { choice, ...more } = chooseAnything(SELLING, random, CODES)
  const offer = await buyer.post(askOffer.path, { tourId: TOUR, date: day, ...choice })
  if (offer.status !== 200) return { refused: String(offer.json.code) }
  const expectedTotal = String(offer.json.data.total)
  const body = { priceId: `amount:${TOUR}:5000:usd`, tour_id: TOUR, travelDate: day, ...choice, ...more, expectedTotal }
  const { status, json } = await buyer.post(createCheckout.path, body)
  if (status !== 200) return { refused: String(json.code) }
  return json.url.includes('/card-sandbox/') ? { session: sessionOf(json.url) } : {}
}

test(
  'of units, extras, shared seats and codes not on sale twice, whoever pays, leaves, cancels or pays late',
  { timeout: MANY_ROUNDS_MS * 2 },
  async () => {
    const refusals = new Set<string>()
    let paid = 0
    await repeat(8, async ({ random, jitter }) => {
      const [day, buyers] = [nextDay(), await createBuyers(site, BUYERS)]
      const late: string[] = []
      await Promise.all(
        buyers.map(async (buyer) => {
          await jitter(20)
          const { session, refused } = await book(buyer, day, random)
          if (refused !== undefined) refusals.add(refused)
          if (session === undefined) return
          const fate = random()
          if (fate < 0.5) {
            await site.cards.pay(session)
            paid += 1
            if (fate > 0.3) return
            const [booking] = await buyer.bookings()
            await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id })
          } else if (fate < 0.8) late.push(session)
        }),
      )
      await site.cards.tell('webhooks', { drop: true })
      for (const session of late) await site.cards.pay(session)
      await loseHolds(site)
      await site.cards.tell('webhooks')
      // While others take what those have lost.
      await Promise.all([
        ...late.map(async (session) => postEvent(site, 'checkout.session.completed', session)),
        ...buyers.slice(0, 4).map(async (buyer) => book(buyer, day, random)),
      ])
      await loseHolds(site)
      await expectInvariants(site)
    })
    expect(paid).toBeGreaterThan(0)
    expect(refusals).toEqual(REFUSALS)
  },
)
