import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, longDay } from '#shared/dates.ts'
import type { TourBooking } from '#shared/bookings/public.ts'
import { pathOf } from '#shared/contract.ts'
import { writeReview } from '#shared/reviews/own-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, createBuyers, inDays, moveTravel, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const REVIEW = { rating: 4, text: 'Rain on Fuji for a day, and still the best week of the year.' }
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function travelled(buyer: Browser, daysAgo = 3): Promise<TourBooking> {
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  await moveTravel(site, booking.id, inDays(site, -daysAgo))
  return booking
}

async function reviewsOf(bookingId: string) {
  return site.deps.db.selectFrom('reviews').selectAll().where('booking_id', '=', bookingId).execute()
}

async function ratingNow(): Promise<{ sum: number; count: number }> {
  const { rating_sum: sum, rating_count: count } = await site.deps.db
    .selectFrom('tours')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', TOUR)
    .executeTakeFirstOrThrow()
  return { sum, count }
}

async function expectRatingOfReviews(): Promise<void> {
  const rows = await site.deps.db.selectFrom('reviews').select('rating').where('tour_id', '=', TOUR).execute()
  expect(await ratingNow()).toEqual({ sum: rows.reduce((sum, { rating }) => sum + rating, 0), count: rows.length })
}

test('a traveller writes a review, changes it and removes it; My Bookings and the tour show it at once', async () => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  const before = await ratingNow()
  expect((await buyer.bookings())[0]).toMatchObject({ canReview: true, review: null })

  const written = await buyer.put(pathOf(writeReview, { id }), REVIEW)
  expect([written.status, written.json]).toEqual([200, { review: { ...REVIEW, authorName: 'Test B.' } }])
  expect((await buyer.bookings())[0]).toMatchObject({ canReview: true, review: written.json.review })
  expect(await ratingNow()).toEqual({ sum: before.sum + 4, count: before.count + 1 })
  await poll('the tour to show it', async () => (await buyer.tour(TOUR)).reviews === before.count + 1)

  const changed = await buyer.put(pathOf(writeReview, { id }), { rating: 1, text: 'On second thoughts it rained all week.' })
  expect(changed.status).toBe(200)
  expect(await reviewsOf(id)).toMatchObject([{ rating: 1, body: 'On second thoughts it rained all week.', is_demo: false }])
  expect(await ratingNow()).toEqual({ sum: before.sum + 1, count: before.count + 1 })

  for (let again = 0; again < 2; again += 1) expect((await buyer.delete(pathOf(writeReview, { id }))).status).toBe(200)
  expect((await buyer.bookings())[0]).toMatchObject({ canReview: true, review: null })
  expect(await ratingNow()).toEqual(before)
})

test('simultaneous submissions make one review, which the rating counts once', async () => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  const answers = await Promise.all([1, 2, 3, 4, 5, 5].map((rating) => buyer.put(pathOf(writeReview, { id }), { ...REVIEW, rating })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await reviewsOf(id)).toHaveLength(1)
  await expectRatingOfReviews()
})

test('reviews of many travellers at the same moment are all counted', async () => {
  const buyers = await createBuyers(site, 6)
  const bookings: [Browser, string][] = []
  for (const buyer of buyers) bookings.push([buyer, (await travelled(buyer)).id])
  const before = await ratingNow()
  await Promise.all(bookings.map(([buyer, id], index) => buyer.put(pathOf(writeReview, { id }), { ...REVIEW, rating: (index % 5) + 1 })))
  expect((await ratingNow()).count).toBe(before.count + 6)
  await expectRatingOfReviews()
  await Promise.all(bookings.map(([buyer, id]) => buyer.delete(pathOf(writeReview, { id }))))
  expect(await ratingNow()).toEqual(before)
})

test('the database itself refuses a second review of a booking', async () => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  await buyer.put(pathOf(writeReview, { id }), REVIEW)
  await expect(
    sql`insert into reviews (id, tour_id, author_name, rating, body, travelled_on, booking_id)
      select gen_random_uuid(), tour_id, author_name, rating, body, travelled_on, booking_id from reviews where booking_id = ${id}`.execute(
      site.deps.db,
    ),
  ).rejects.toThrow(/reviews_booking_id_key/)
})

test.each([
  [0, 'today'],
  [-1, 'tomorrow'],
  [-200, 'in half a year'],
])('a journey that begins %i days ago (%s) is refused with the day from which it can be reviewed', async (daysAgo) => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer, daysAgo)
  const answer = await buyer.put(pathOf(writeReview, { id }), REVIEW)
  expect(answer.status).toBe(409)
  const from = longDay(addDays(inDays(site, -daysAgo), 1))
  expect(answer.json).toMatchObject({
    code: 'not_reviewable',
    message: `You can write a review after your trip, from ${from}.`,
  })
  expect((await buyer.bookings())[0]).toMatchObject({ canReview: false, review: null })
  expect(await reviewsOf(id)).toEqual([])
})

test('the day ends in the agency’s time zone, wherever the server is', async () => {
  const island = await createTestApp({ AGENCY_TIME_ZONE: 'Pacific/Kiritimati' })
  try {
    const buyer = await createBuyer(island)
    const { id } = await bookAndPay(island, buyer, 1, nextDay())
    // 9:59 UTC is one minute to midnight there (UTC+14).
    const minute = Math.floor(Date.now() / 60_000) % 1440
    island.advance(((((9 * 60 + 59 - minute) % 1440) + 1440) % 1440) * 60_000)
    await moveTravel(island, id, island.deps.now().toISOString().slice(0, 10))
    expect((await buyer.put(pathOf(writeReview, { id }), REVIEW)).status).toBe(409)
    island.advance(2 * 60_000)
    expect((await buyer.put(pathOf(writeReview, { id }), REVIEW)).status).toBe(200)
  } finally {
    await island.close()
  }
})

test.each(['pending', 'cancelled', 'expired'] as const)('a %s booking is refused (ASVS 2.3.1)', async (status) => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  await site.deps.db
    .updateTable('bookings')
    .set({ status, cancelled_at: new Date(), expired_at: new Date() })
    .where('id', '=', id)
    .execute()
  const answer = await buyer.put(pathOf(writeReview, { id }), REVIEW)
  expect(answer.json).toMatchObject({ statusCode: 409, message: 'Only a confirmed booking can be reviewed.' })
  expect(await reviewsOf(id)).toEqual([])
})

test('the review of a booking that was cancelled later can still be removed', async () => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  await buyer.put(pathOf(writeReview, { id }), REVIEW)
  await site.deps.db.updateTable('bookings').set({ status: 'cancelled', cancelled_at: new Date() }).where('id', '=', id).execute()
  expect((await buyer.put(pathOf(writeReview, { id }), REVIEW)).status).toBe(409)
  expect((await buyer.delete(pathOf(writeReview, { id }))).status).toBe(200)
  expect(await reviewsOf(id)).toEqual([])
})

test("somebody else's booking is 404: no review of it is written, changed or removed", async () => {
  const [owner, other] = await createBuyers(site, 2)
  if (!owner || !other) throw new Error('no buyers')
  const { id } = await travelled(owner)
  expect((await other.put(pathOf(writeReview, { id }), REVIEW)).status).toBe(404)
  await owner.put(pathOf(writeReview, { id }), REVIEW)
  expect((await other.put(pathOf(writeReview, { id }), { rating: 1, text: 'Never go there, says a stranger.' })).status).toBe(404)
  expect((await other.delete(pathOf(writeReview, { id }))).status).toBe(404)
  expect(await reviewsOf(id)).toMatchObject([{ rating: 4, body: REVIEW.text }])
})

test.each([
  [{ rating: 0 }, 'rating', 'Please choose a rating from 1 to 5 stars'],
  [{ rating: 6 }, 'rating', 'Please choose a rating from 1 to 5 stars'],
  [{ rating: 4.5 }, 'rating', 'Please choose a rating from 1 to 5 stars'],
  [{ rating: '5' }, 'rating', 'Please choose a rating from 1 to 5 stars'],
  [{ text: '   ' }, 'text', 'Please tell us what it was like'],
  [{ text: `  ${'x'.repeat(19)}  ` }, 'text', 'Please tell us a little more (at least 20 characters)'],
  [{ text: 'x'.repeat(2001) }, 'text', 'Reviews can be up to 2,000 characters'],
])('%j is refused with a message', async (change, path, message) => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  const answer = await buyer.put(pathOf(writeReview, { id }), { ...REVIEW, ...change })
  expect([answer.status, answer.json.issues]).toEqual([400, [{ path, message }]])
})

test.each([
  ['x'.repeat(2000), 'x'.repeat(2000)],
  ['💥'.repeat(1000), '💥'.repeat(1000)],
  ['<script>alert("1")</script> & more', '<script>alert("1")</script> & more'],
  ['One line of it.\r\nAnother\rand one more.', 'One line of it.\nAnother\nand one more.'],
  ["'); drop table reviews; --", "'); drop table reviews; --"],
  ['באנגלית ובעברית יחד, תודה', 'באנגלית ובעברית יחד, תודה'],
  // It would reverse the text after it.
  ['\u202eבאנגלית ובעברית יחד, תודה', 'באנגלית ובעברית יחד, תודה'],
])('%j is kept as written, except for invisible characters', async (text, kept) => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  expect((await buyer.put(pathOf(writeReview, { id }), { ...REVIEW, text })).json.review.text).toBe(kept)
  expect(await reviewsOf(id)).toMatchObject([{ body: kept }])
})

test('extra fields are ignored: the server sets the name, the tour, the day and the flags (ASVS 15.3.3)', async () => {
  const buyer = await createBuyer(site)
  const { id } = await travelled(buyer)
  await buyer.put(pathOf(writeReview, { id }), {
    ...REVIEW,
    authorName: 'The Queen',
    author_name: 'The Queen',
    is_demo: true,
    tour_id: 'bali-family-circle',
    travelledOn: '2001-01-01',
  })
  expect(await reviewsOf(id)).toMatchObject([{ author_name: 'Test B.', is_demo: false, tour_id: TOUR, travelled_on: inDays(site, -3) }])
})
