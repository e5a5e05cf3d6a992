import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats, getTour, listSimilarTours } from '#shared/tours/calls.ts'
import { getTourChoices, listTours, suggestTours } from '#shared/tours/search-calls.ts'
import { dayAhead } from '../../../../tests/support/days.ts'
import { everyCall } from '../../../../tests/support/every-call.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
const readable = [
  listTours.path,
  `${listTours.path}?search=bali+2127-01-01`,
  `${suggestTours.path}?search=tok`,
  getTourChoices.path,
  pathOf(getTour, { id: TOUR }),
  pathOf(listSimilarTours, { id: TOUR }),
  `${pathOf(getSeats, { id: TOUR })}?date=${dayAhead(1)}`,
  `${pathOf(listMonthSeats, { id: TOUR })}?month=${dayAhead(1).slice(0, 7)}`,
]
let closed: TestApp
let open: TestApp

beforeAll(async () => {
  closed = await createTestApp()
  open = await createTestApp({ OPEN_CATALOGUE: '1' })
})
afterAll(async () => {
  await closed.close()
  await open.close()
})

test.each(readable)('GET %s asks to sign in, unless the agency has opened its catalogue', async (url) => {
  expect((await closed.visitor().get(url)).json).toMatchObject({ statusCode: 401, code: 'unauthenticated' })
  expect((await (await closed.customer()).get(url)).status).toBe(200)
  expect((await open.visitor().get(url)).status).toBe(200)
})

const OPENED = new Set([
  'listTours',
  'suggestTours',
  'getTourChoices',
  'getTour',
  'listSimilarTours',
  'getSeats',
  'listMonthSeats',
  'askOffer',
])

test.each(everyCall.filter(({ isOpen }) => !isOpen))(
  '$method $name asks a visitor to log in, also with an open catalogue, unless it only reads tours',
  async ({ name, method, url, body }) => {
    const asked = name === 'askOffer' ? { ...body, tourId: TOUR, units: { guest: 1 } } : body
    const { status } = await open.visitor().request(method, url(TOUR), asked, {})
    expect(status).toBe(OPENED.has(name) ? 200 : 401)
  },
)

test('booking asks to sign in even with an open catalogue', async () => {
  const visitor = open.visitor()
  const { stripePriceId: priceId } = await visitor.tour(TOUR)
  const body = { priceId, tour_id: TOUR, totalGuests: 1, travelDate: dayAhead(1) }
  expect((await visitor.post(createCheckout.path, body)).status).toBe(401)
  expect((await visitor.get(bookingCalls.listTourBookings.path)).status).toBe(401)
})

test.each(['', 'tomorrow', '2127-02-30', '0000-01-01', '2127-01-01T00:00', '%00'])(
  'a request for the seats on the day %j is refused as a validation error',
  async (date) => {
    const answer = await open.visitor().get(`${pathOf(getSeats, { id: TOUR })}?date=${date}`)
    expect(answer.json).toMatchObject({ statusCode: 400, code: 'validation_failed' })
  },
)

test('a request for seats without a day is refused with a readable message', async () => {
  expect((await open.visitor().get(pathOf(getSeats, { id: TOUR }))).json).toMatchObject({ statusCode: 400, message: 'A date is required' })
})
