import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getSeats, getTour } from '#shared/tours/calls.ts'
import { listToursResponseSchema, tourResponseSchema, type ListToursResponse, type Tour } from '#shared/tours/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { sessionName } from '#server/lib/session-names.ts'
import type { Browser, SiteResponse } from '../../../../tests/support/browser.ts'
import { dayAhead } from '../../../../tests/support/days.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let visitor: Browser
let all: Tour[]

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
  all = (await list({ limit: '100' })).data
})
afterAll(async () => site.close())

async function ask(query: Record<string, string>): Promise<SiteResponse> {
  return visitor.get(`${listTours.path}?${new URLSearchParams(query).toString()}`)
}

async function list(query: Record<string, string>): Promise<ListToursResponse> {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  return answer.json
}

/** Returns the ids that a search finds, in the order of the list. */
async function found(search: string): Promise<string[]> {
  return (await list({ page: '1', limit: '100', isActive: 'true', search })).data.map((tour) => tour.id)
}

const idsOf = (tours: Tour[]) => tours.map((tour) => tour.id)

test('the list responds as the schema says: tours with all their fields, page, limit and total', async () => {
  const answer = listToursResponseSchema.parse(await list({ page: '1', limit: '20', isActive: 'true' }))
  expect(answer).toMatchObject({ page: 1, limit: 20, total: all.length })
  expect(answer.data).toHaveLength(20)
  expect(answer.data.every((tour) => tour.isActive && tour.stripePriceId !== null && tour.itinerary.length === tour.duration)).toBe(true)
})

test('without a query the list is the first page of 20, and the pages together are the whole list, each tour once', async () => {
  const first = await list({})
  const second = await list({ page: '2' })
  expect(first).toMatchObject({ page: 1, limit: 20 })
  expect(idsOf([...first.data, ...second.data])).toEqual(idsOf(all))
  expect(new Set(idsOf(all)).size).toBe(all.length)
})

test('price, seats and free cancellation narrow the list beside the text, and replace what it says of them', async () => {
  const narrowed = await list({ limit: '100', search: 'at most 1 500 guests', maxPrice: '1500', seats: '6', freeCancellation: 'true' })
  const expected = all.filter(
    ({ basePrice, maxPeople, refundPolicy }) => basePrice <= 1500 && maxPeople >= 6 && refundPolicy.fullRefundDays > 0,
  )
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(all.length)
  expect(idsOf(narrowed.data)).toEqual(idsOf(expected))
  expect((await list({ maxPrice: '1' })).data).toEqual([])
})

test('a page beyond the end is empty, with the total', async () => {
  expect(await list({ page: '10000' })).toEqual({ data: [], page: 10_000, limit: 20, total: all.length })
})

test.each([
  'sort=colour',
  'maxPrice=-1',
  'seats=0',
  'freeCancellation=maybe',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=1e9',
  'limit=0',
  'limit=101',
  'isActive=maybe',
  'page=1&page=2',
  'search=a&search=b',
])('%s is refused as a validation error', async (query) => {
  const answer = await visitor.get(`${listTours.path}?${query}`)
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({
    code: 'validation_failed',
    issues: [{ path: expect.stringMatching(/^(page|limit|isActive|search|sort|maxPrice|seats|freeCancellation)$/) }],
  })
})

test('a search gets a response however long it is', async () => {
  expect((await ask({ search: 'x'.repeat(200) })).status).toBe(200)
  expect((await ask({ search: `japan${' '.repeat(195)}${'x'.repeat(300)}` })).json.total).toBeGreaterThan(0)
})

test('a compressed response is the plain one to the byte, even for a filtered page, and comes in a coding that the client accepts', async () => {
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync }
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const query of ['', '?search=hiking&limit=3', '?search=nothing+of+the+kind', '?search=temple&limit=2', '?search=temple&limit=4']) {
    const listIn = async (accepted: string) =>
      site.app.inject({ url: `${listTours.path}${query}`, headers: { cookie, 'accept-encoding': accepted } })
    const plain = await listIn('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['vary']).toMatch(/accept-encoding/i)
    for (const accepted of ['gzip, deflate, br', 'gzip, deflate, br', 'br', 'gzip', 'br;q=0, gzip', 'identity, br;q=0']) {
      const { headers, rawPayload } = await listIn(accepted)
      const coding = headers['content-encoding'] as keyof typeof decoded | undefined
      expect(headers['vary']).toMatch(/accept-encoding/i)
      expect(headers['etag']).toBe(plain.headers['etag'])
      if (coding) expect(accepted).toMatch(new RegExp(`\\b${coding}\\b(?!;q=0)`))
      else expect(accepted).toBe('identity, br;q=0')
      expect((coding ? decoded[coding](rawPayload) : rawPayload).equals(plain.rawPayload)).toBe(true)
    }
  }
})

test('who has a response already is told so without it, until it changes', async () => {
  for (const url of [`${listTours.path}?limit=4`, pathOf(getTour, { id: 'bali-family-circle' })]) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const first = await site.app.inject({ url, headers: { cookie } })
    const { etag = '' } = first.headers
    expect(first.headers).toMatchObject({ etag: expect.stringMatching(/^W\/".+"$/), 'cache-control': 'private, no-cache' })
    const again = await site.app.inject({ url, headers: { cookie, 'if-none-match': `"other", ${etag}` } })
    expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, vary: expect.stringMatching(/accept-encoding/i) } })
    const id = JSON.parse(first.body).data.id ?? JSON.parse(first.body).data[0].id
    const title = `Another name for ${url}`
    await site.deps.db.updateTable('tours').set({ terms_and_conditions: title }).where('id', '=', id).execute()
    await expect.poll(async () => (await site.app.inject({ url, headers: { cookie, 'if-none-match': etag } })).body).toContain(title)
  }
})

test('nobody who is signed out sees a list that is kept for others, or learns whether it has changed', async () => {
  const url = `${listTours.path}?limit=3`
  expect(await visitor.get(url)).toMatchObject({ status: 200 })
  expect(await site.app.inject({ url })).toMatchObject({ statusCode: 401 })
  expect(await site.app.inject({ url, headers: { 'if-none-match': '*' } })).toMatchObject({ statusCode: 401 })
})

test('a HEAD request for a list that is kept gets its headers alone', async () => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const [url, headers] = [`${listTours.path}?limit=3`, { cookie }]
  const { body, headers: first } = await site.app.inject({ url, headers })
  const length = String(Buffer.byteLength(body))
  expect(await site.app.inject({ method: 'HEAD', url, headers })).toMatchObject({
    statusCode: 200,
    body: '',
    headers: { etag: first.etag, 'content-length': length },
  })
})

test.each(['USA', 'France', 'Japan', 'Bali'])('the destination %s finds exactly the tours there', async (destination) => {
  const there = all.filter((tour) => tour.destination.includes(destination))
  expect(there.length).toBeGreaterThan(3)
  expect(await found(destination)).toEqual(idsOf(there))
})

test.each([
  ['Hiking', 'hiking'],
  ['Beach', 'beach'],
  ['City Tour', 'city-tour'],
])('the activity %s finds every tour with its tag', async (label, tag) => {
  const tagged = idsOf(all.filter((tour) => tour.tags.includes(tag)))
  expect(tagged.length).toBeGreaterThan(3)
  expect(await found(label)).toEqual(expect.arrayContaining(tagged))
})

test('a duration finds exactly the tours of that many days', async () => {
  for (const days of [3, 4, 5, 7]) {
    expect(await found(`${days} days`)).toEqual(idsOf(all.filter((tour) => tour.duration === days)))
  }
  expect(await found('364 days')).toEqual([])
  expect(await found('0 days')).toEqual([])
})

test('a number of guests finds the tours that take a group of that size', async () => {
  expect(await found('1 Guest')).toEqual(idsOf(all))
  expect(await found('15 Guests')).toEqual(idsOf(all.filter((tour) => tour.maxPeople >= 15)))
  expect(await found('1001 guests')).toEqual([])
})

test('all parts together narrow the search, in any order; accents, capitals and a small typo are forgiven', async () => {
  const expected = ['kyoto-temples-and-tea']
  expect(await found('Japan City Tour 5 days 2 Guests')).toEqual(expected)
  expect(await found('2 guests 5 DAYS tour city jápan')).toEqual(expected)
  expect(await found('Kyotto 5 days')).toEqual(expected)
  expect(await found('Kyoto 5 days 2127-09-09 xylophone')).toEqual([])
})

test('with a date, a tour is found while enough seats are left on that day', async () => {
  const [tour, other] = ['batur-and-the-highland-lakes', 'batur-sunrise']
  const day = dayAhead(1)
  expect((await visitor.checkout(tour, 3, day)).status).toBe(200)
  expect(await found(`Batur ${day}`)).toEqual([tour, other])
  expect(await found(`Batur 1 Guest ${day}`)).toEqual([tour, other])
  expect(await found(`Batur 2 Guests ${day}`)).toEqual([other])
  expect(await found(`Batur 2 Guests ${dayAhead(2)}`)).toEqual([tour, other])
  const another = await site.customer()
  expect((await another.checkout(tour, 1, day)).status).toBe(200)
  expect(await found(`Batur ${day}`)).toEqual([other])
  expect(await found('Batur')).toEqual([tour, other])
  const seats = async (person: Browser) => (await person.get(`${pathOf(getSeats, { id: tour })}?date=${day}`)).json
  expect(await seats(await site.customer())).toEqual({ date: day, timeZone: 'Europe/London', seatsLeft: 0, maxPeople: 4 })
  // A customer's own unpaid seats count as left: their next checkout replaces the hold.
  expect(await seats(visitor)).toEqual({ date: day, timeZone: 'Europe/London', seatsLeft: 3, maxPeople: 4 })
})

test('a tour is found by its id, with itinerary, refund policy and terms', async () => {
  const answer = await visitor.get(pathOf(getTour, { id: 'tokyo-and-mount-fuji' }))
  const { data } = tourResponseSchema.parse(answer.json)
  expect(data).toEqual(all.find((tour) => tour.id === 'tokyo-and-mount-fuji'))
  expect(data.itinerary.map((day) => day.dayNumber)).toEqual([1, 2, 3, 4])
  expect(data).toMatchObject({ basePrice: 1090, currency: 'usd', duration: 4, maxPeople: 12, rating: expect.any(Number) })
})

test.each(['no-such-tour', '%2E%2E%2Fview_all', '1%3Bselect', 'x'.repeat(100), '%F0%9F%8F%9D'])('the tour %s is 404', async (id) => {
  for (const url of [`/tours/view_by_id/${id}`, `/tours/seats/${id}?date=${dayAhead(1)}`]) {
    const answer = await visitor.get(url)
    expect(answer.json).toEqual({ statusCode: 404, code: 'not_found', message: 'Tour not found' })
  }
})

test('a change made directly in the database is in the responses as soon as PostgreSQL has announced it', async () => {
  const { db } = site.deps
  const id = 'okinawa-and-the-kerama-islands'
  await db.updateTable('tours').set({ name: 'Okinawa Renamed' }).where('id', '=', id).execute()
  await expect.poll(async () => (await visitor.tour(id)).name).toBe('Okinawa Renamed')
  expect(await found('renamed')).toEqual([id])

  await db.updateTable('itinerary_days').set({ title: 'A new first day' }).where('tour_id', '=', id).where('day_number', '=', 1).execute()
  await expect.poll(async () => (await visitor.tour(id)).itinerary[0]?.title).toBe('A new first day')
})

test('an inactive tour is 404, in no list and has no seats to ask for, even with isActive=false', async () => {
  const { db } = site.deps
  const id = 'chamonix-balconies-and-lakes'
  await db.updateTable('tours').set({ is_active: false }).where('id', '=', id).execute()
  await expect.poll(async () => (await visitor.get(pathOf(getTour, { id }))).status).toBe(404)
  expect(await found('Chamonix')).toEqual([])
  expect((await visitor.get(`${pathOf(getSeats, { id })}?date=${dayAhead(1)}`)).status).toBe(404)
  expect(await list({ isActive: 'false' })).toMatchObject({ data: [], total: 0 })
  expect((await list({})).total).toBe(all.length - 1)
  expect((await visitor.post(createCheckout.path, { priceId: 'p', tour_id: id, totalGuests: 1, travelDate: dayAhead(1) })).status).toBe(404)
})

test('a catalogue that has lost its connection to PostgreSQL still responds with the current data', async () => {
  const { db, pool } = site.deps
  const id = 'loire-by-bicycle'
  await visitor.tour(id)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${sessionName('catalogue')}' and datname = current_database()`,
  )
  await db.updateTable('tours').set({ name: 'The Loire, unheard' }).where('id', '=', id).execute()
  await expect.poll(async () => (await visitor.tour(id)).name).toBe('The Loire, unheard')
})

test('the list is ordered as asked, and each order is kept apart', async () => {
  const inOrder = async (sort: string) => (await list({ limit: '100', sort })).data
  const cheapest = (await inOrder('price')).map(({ basePrice }) => basePrice)
  expect(cheapest).toEqual(cheapest.toSorted((a, b) => a - b))
  expect((await inOrder('-price')).map(({ basePrice }) => basePrice)).toEqual(cheapest.toReversed())
  const lengths = (await inOrder('duration')).map(({ duration }) => duration)
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  const ratings = (await inOrder('-rating')).map(({ rating }) => rating ?? 0)
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  const unordered = idsOf((await list({ limit: '100' })).data)
  expect(unordered).toEqual(idsOf(all).filter((id) => unordered.includes(id)))
})

test('pages of an ordered list follow each other, and a search is ordered too', async () => {
  const pages = await Promise.all(['1', '2', '3'].map(async (page) => (await list({ limit: '5', page, sort: '-price' })).data))
  expect(idsOf(pages.flat())).toEqual(idsOf((await list({ limit: '15', sort: '-price' })).data))
  const japan = (await list({ limit: '100', search: 'Japan', sort: 'price' })).data
  expect(idsOf(japan).toSorted()).toEqual((await found('Japan')).toSorted())
  expect(japan[0]?.basePrice).toBe(Math.min(...japan.map(({ basePrice }) => basePrice)))
})
