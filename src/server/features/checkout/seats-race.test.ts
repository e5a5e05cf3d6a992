import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { createCheckout, releaseSeats } from '#shared/payments/checkout-calls.ts'
import { sessionOf, type Browser, type SiteResponse } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyers, nextDay, offerSeats, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let priceId: string | null

beforeAll(async () => {
  // The same buyers come again in each round.
  site = await createTestApp({ OPEN_HOLDS_PER_ACCOUNT: '1000000' })
  const tour = await site.deps.db.selectFrom('tours').select('stripe_price_id').where('id', '=', TOUR).executeTakeFirstOrThrow()
  priceId = tour.stripe_price_id
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function book(buyer: Browser, totalGuests: number, travelDate: string): Promise<SiteResponse> {
  return buyer.post(createCheckout.path, { priceId, tour_id: TOUR, totalGuests, travelDate })
}

function sold(answers: SiteResponse[], sizes: number[]): number {
  return answers.reduce((seats, { status }, index) => (status === 200 ? seats + (sizes[index] ?? 0) : seats), 0)
}

/** Whoever was refused was told that there are not enough seats, and nothing else. */
function expectOnlySoldOut(answers: SiteResponse[]): void {
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ json }) => json.code)).toEqual(refused.map(() => 'sold_out'))
}

test(
  'of two buyers of the last seat one gets a page, and the other is told before paying',
  async () => {
    const buyers = await createBuyers(site, 2)
    await repeat(50, async ({ jitter }) => {
      const day = nextDay()
      await offerSeats(site, day, 1)
      const answers = await Promise.all(buyers.map(async (buyer) => jitter(3).then(async () => book(buyer, 1, day))))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expectOnlySoldOut(answers)
      expect(await seatsTaken(site, day)).toBe(1)
    })
  },
  MANY_ROUNDS_MS,
)

test(
  'fifty buyers with groups of all sizes never get more than the five seats',
  async () => {
    const buyers = await createBuyers(site, 50)
    await repeat(50, async ({ random }) => {
      const day = nextDay()
      await offerSeats(site, day, 5)
      const sizes = buyers.map(() => 1 + Math.floor(random() * 4))
      const answers = await Promise.all(buyers.map(async (buyer, index) => book(buyer, sizes[index] ?? 1, day)))
      expectOnlySoldOut(answers)
      expect(sold(answers, sizes)).toBe(await seatsTaken(site, day))
      // A single seat that is left finds somebody among fifty.
      expect(sold(answers, sizes)).toBe(5)
    })
  },
  MANY_ROUNDS_MS,
)

test(
  'two tabs of one person, with one group size or two, leave one page that can be paid',
  async () => {
    const buyers = await createBuyers(site, 50)
    await repeat(50, async ({ number, random, jitter }) => {
      const buyer = buyers[number]
      if (!buyer) throw new Error('no buyer')
      const day = nextDay()
      const second = random() < 0.6 ? 2 : 3
      const answers = await Promise.all([
        jitter(5).then(async () => book(buyer, 2, day)),
        jitter(5).then(async () => book(buyer, second, day)),
      ])
      const urls = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.url))
      if (second === 2) expect([answers.map(({ status }) => status), urls.size]).toEqual([[200, 200], 1])
      const { sessions } = await site.cards.state()
      const payable = sessions
        .filter(({ id, status }: { id: string; status: string }) => status === 'open' && [...urls].some((url) => sessionOf(url) === id))
        .map(({ id }: { id: string }) => id)
      expect(payable).toHaveLength(1)
      const pending = (await bookingsOn(site, day)).filter(({ status }) => status === 'pending')
      expect(pending).toHaveLength(1)
      await site.cards.pay(payable[0])
      expect((await bookingsOn(site, day)).filter(({ status }) => status === 'confirmed')).toHaveLength(1)
    })
  },
  MANY_ROUNDS_MS,
)

test('two hundred people at once for the last seven seats: at most seven are sold, and the sums are right (ASVS 2.3.4)', async () => {
  const buyers = await createBuyers(site, 200)
  const day = nextDay()
  await offerSeats(site, day, 7)
  const sizes = buyers.map((_, index) => 1 + (index % 4))
  const answers = await Promise.all(buyers.map(async (buyer, index) => book(buyer, sizes[index] ?? 1, day)))
  expectOnlySoldOut(answers)
  expect(sold(answers, sizes)).toBe(7)
  for (const { status, json } of answers) if (status === 200) await site.cards.pay(sessionOf(json.url))
  const bookings = await bookingsOn(site, day)
  expect(bookings.every(({ status }) => status === 'confirmed')).toBe(true)
  expect(bookings).toHaveLength(answers.filter(({ status }) => status === 200).length)
  expect(bookings.reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(7 * 109_000)
  expect(await seatsTaken(site, day)).toBe(7)
})

test(
  'seats that are given back can be sold again, each once, while others are asking for them',
  async () => {
    const buyers = await createBuyers(site, 30)
    const day = nextDay()
    await offerSeats(site, day, 6)
    await repeat(3, async ({ random, jitter }) => {
      await Promise.all(
        buyers.map(async (buyer) => {
          await jitter(20)
          const answer = await book(buyer, 1 + Math.floor(random() * 3), day)
          expectOnlySoldOut([answer])
          const [booking] = answer.status === 200 && random() < 0.7 ? await buyer.bookings() : []
          if (booking) expect((await buyer.post(pathOf(releaseSeats, { id: booking.id }))).status).toBe(200)
        }),
      )
      expect(await seatsTaken(site, day)).toBeLessThanOrEqual(6)
    })
  },
  MANY_ROUNDS_MS,
)
