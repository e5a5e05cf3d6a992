import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReviews } from '#shared/reviews/calls.ts'
import { listReviewsResponseSchema, type ListReviewsResponse } from '#shared/reviews/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'bali-family-circle'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function list(query: Record<string, string> = {}): Promise<ListReviewsResponse> {
  const answer = await site.visitor().get(`${listReviews.path}?${new URLSearchParams(query).toString()}`)
  expect(answer.status, answer.text).toBe(200)
  return listReviewsResponseSchema.parse(answer.json)
}

async function readAll(query: Record<string, string>): Promise<ListReviewsResponse['data']> {
  const all: ListReviewsResponse['data'] = []
  for (;;) {
    const before = all.at(-1)?.id
    const { data } = await list({ ...query, ...(before !== undefined && { before }) })
    if (data.length === 0) return all
    all.push(...data)
  }
}

async function write(rating: number, travelledOn: string, body = 'A tour that I would take again.'): Promise<void> {
  await site.deps.db
    .insertInto('reviews')
    .values({ id: randomUUID(), tour_id: TOUR, user_id: 'user_1', author_name: 'Ada L.', rating, body, travelled_on: travelledOn })
    .execute()
}

test('everybody may read reviews, demo ones are marked, and nothing leads to an account (ASVS 15.3.1)', async () => {
  const answer = await site.visitor().get(listReviews.path)
  const { data, total, summary, tours } = listReviewsResponseSchema.parse(answer.json)
  expect(data).toHaveLength(10)
  expect(data.every(({ isDemo, travelledIn }) => isDemo && /^\d{4}-\d{2}$/.test(travelledIn))).toBe(true)
  expect(Object.keys(answer.json.data[0]).toSorted()).toEqual(
    ['authorName', 'id', 'isDemo', 'rating', 'text', 'tour', 'travelledIn'].toSorted(),
  )
  expect(summary.counts.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  expect(tours.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(total)
  await write(5, '2026-05-05')
  const own = await site.visitor().get(`${listReviews.path}?tour=${TOUR}`)
  expect(own.text).not.toMatch(/user_1|user_id|booking|@|2026-05-05/)
})

test('the pages together contain every review once, the latest journeys first', async () => {
  const { total } = await list({ limit: '1' })
  const all = await readAll({ limit: '7' })
  expect(new Set(all.map(({ id }) => id)).size).toBe(total)
  const months = all.map(({ travelledIn }) => travelledIn)
  expect(months).toEqual(months.toSorted().toReversed())
})

test('sorted by rating, the pages also contain every review once, the latest journeys of each rating first', async () => {
  const { total } = await list({ limit: '1' })
  for (const [sort, ratings] of Object.entries({ highest: [5, 4, 3, 2, 1], lowest: [1, 2, 3, 4, 5] })) {
    const all = await readAll({ limit: '7', sort })
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    const places = all.map(({ rating, travelledIn }) => [ratings.indexOf(rating), travelledIn] as const)
    expect(places).toEqual(places.toSorted(([one, first], [other, second]) => one - other || second.localeCompare(first)))
  }
})

test('reviews that are written while somebody reads on neither repeat nor skip any', async () => {
  const first = await list({ limit: '5' })
  const expected = await list({ limit: '50' })
  await write(5, '2026-11-01')
  const rest = await list({ limit: '45', before: first.data.at(-1)?.id ?? '' })
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(expected.data.map(({ id }) => id))
})

test.each([randomUUID(), 'nobody', "'; drop table reviews; --"])('the page after an unknown review (%s) is empty', async (before) => {
  expect(await list({ before })).toMatchObject({ data: [] })
})

test('the counts of ratings follow every review written, changed or deleted, even many at once', async () => {
  const counted = async () => Object.fromEntries((await list({ limit: '1' })).summary.counts.map(({ rating, count }) => [rating, count]))
  const before = await counted()
  await write(2, '2026-01-02')
  await write(2, '2026-01-02')
  const mine = site.deps.db.updateTable('reviews').where('travelled_on', '=', '2026-01-02')
  await mine.set({ rating: 3 }).execute()
  await mine.set({ author_name: 'Someone' }).execute()
  expect(await counted()).toEqual({ ...before, 3: (before[3] ?? 0) + 2 })
  await site.deps.db.deleteFrom('reviews').where('travelled_on', '=', '2026-01-02').execute()
  expect(await counted()).toEqual(before)
})

test('at most a hundred tours are offered as a filter, those with the most reviews, plus the one selected', async () => {
  await site.asOwner(
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, rating_count)
     select 'rated-' || n, 'Rated ' || n, 'Not signed in', 1, '', 100, 1, '', '', case n when 1 then 1 else 1000 end from generate_series(1, 120) as n`,
  )
  const { tours } = await list()
  expect(tours).toHaveLength(100)
  expect(tours.every(({ reviews }) => reviews === 1000)).toBe(true)
  expect((await list({ tour: 'rated-1' })).tours.map(({ id }) => id)).toContain('rated-1')
  await site.asOwner(`delete from tours where id like 'rated-%'`)
})

test('the reviews of one tour come in each order, with their own summary', async () => {
  await site.deps.db.deleteFrom('reviews').where('tour_id', '=', TOUR).execute()
  expect(await list({ tour: TOUR })).toMatchObject({ data: [], total: 0, summary: { rating: null } })
  await write(3, '2026-01-01')
  await write(5, '2026-02-01')
  await write(4, '2026-03-01')
  const ratings = async (sort: string) => (await list({ tour: TOUR, sort })).data.map(({ rating }) => rating)
  expect(await ratings('newest')).toEqual([4, 5, 3])
  expect(await ratings('highest')).toEqual([5, 4, 3])
  expect(await ratings('lowest')).toEqual([3, 4, 5])
  const { summary, data } = await list({ tour: TOUR, limit: '1' })
  expect(summary).toEqual({
    rating: 4,
    counts: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: rating > 2 ? 1 : 0 })),
  })
  expect(data[0]).toMatchObject({ tour: { id: TOUR, name: 'A Family Circle of Bali', isOffered: true }, travelledIn: '2026-03' })
})

test('the tour list and the tour show the rating of its reviews, even as one comes or goes', async () => {
  const customer = await site.customer()
  await site.deps.db.deleteFrom('reviews').where('tour_id', '=', TOUR).execute()
  const shows = (rating: number | null, reviews: number) =>
    poll('the rating', async () => {
      const listed = (await customer.get(`${listTours.path}?limit=100`)).json.data.find(({ id }: { id: string }) => id === TOUR)
      const tour = await customer.tour(TOUR)
      return [listed, tour].every((each) => each.rating === rating && each.reviews === reviews)
    })
  await shows(null, 0)
  await write(5, '2026-01-01')
  await write(4, '2026-01-01')
  await write(4, '2026-01-01')
  await shows(4.3, 3)
  await site.deps.db.updateTable('reviews').set({ rating: 1 }).where('tour_id', '=', TOUR).where('rating', '=', 5).execute()
  await shows(3, 3)
  await site.deps.db.deleteFrom('reviews').where('tour_id', '=', TOUR).where('rating', '=', 1).execute()
  await shows(4, 2)
})

test('a review of a tour that is no longer offered is shown without a link to it', async () => {
  await write(2, '2026-06-01')
  await site.deps.db.updateTable('tours').set({ is_active: false }).where('id', '=', TOUR).execute()
  expect((await list({ tour: TOUR })).data[0]?.tour.isOffered).toBe(false)
  await site.deps.db.updateTable('tours').set({ is_active: true }).where('id', '=', TOUR).execute()
})

test.each([`before=${'x'.repeat(65)}`, 'limit=51', 'limit=0', 'sort=random', 'tour=a&tour=b', `tour=${'x'.repeat(101)}`])(
  '%s is refused',
  async (query) => {
    const answer = await site.visitor().get(`${listReviews.path}?${query}`)
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed'])
  },
)

test.each(['nothing', "'; drop table reviews; --", '__proto__', '💥'])('an unknown tour (%s) has no reviews', async (tour) => {
  expect(await list({ tour })).toMatchObject({ data: [], total: 0, summary: { rating: null } })
})
