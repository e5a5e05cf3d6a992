import { randomUUID } from 'node:crypto'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { listReviews } from '../../src/shared/reviews/calls.ts'
import { listMonthSeats } from '../../src/shared/tours/calendar-calls.ts'
import { getSeats, getTour } from '../../src/shared/tours/calls.ts'
import { listTours, suggestTours } from '../../src/shared/tours/search-calls.ts'
import { sessionOf, type SiteResponse } from '../../tests/support/browser.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../../tests/support/days.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import type { WebBrowser } from '../../tests/support/web-browser.ts'
import { newSearchAt, searchAt } from './searches.ts'

export interface Visitor {
  program: ServerProcess
  browser: WebBrowser
  /** Tours from across the list. */
  tours: string[]
  /** Confirmed bookings that can be cancelled. */
  confirmed: string[]
  /** Counts calls, so that none repeats another. */
  count: number
}

const DEMO_TOURS = ['tokyo-and-mount-fuji', 'kyoto-temples-and-tea', 'bali-family-circle', 'denpasar-sanur-and-the-highlands']
/** Created before measuring, so that My Bookings has content. */
const OWN_BOOKINGS = 20

const list = (query: Record<string, string | number>) =>
  `${listTours.path}?${new URLSearchParams({ page: '1', limit: '20', isActive: 'true', ...mapped(query) }).toString()}`

function mapped(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

export const LIST = list({})
export const SEARCH = 'a search that nobody asked before'

export const CALLS: Record<string, (visitor: Visitor) => Promise<SiteResponse>> = {
  'the list': async ({ browser }) => browser.get(LIST),
  'page 40': async ({ browser }) => browser.get(list({ page: 40 })),
  [SEARCH]: async ({ browser, count }) => browser.get(list({ search: newSearchAt(count) })),
  suggestions: async ({ browser, count }) =>
    browser.get(`${suggestTours.path}?search=${encodeURIComponent(searchAt(count).slice(0, 3 + (count % 4)))}`),
  details: async ({ browser, tours, count }) => browser.get(pathOf(getTour, { id: tours[count % tours.length] ?? '' })),
  'the seats of a month': async ({ browser, tours, count }) =>
    browser.get(`${pathOf(listMonthSeats, { id: tours[count % tours.length] ?? '' })}?month=${dayAhead(30 + (count % 300)).slice(0, 7)}`),
  seats: async ({ browser, tours, count }) =>
    browser.get(`${pathOf(getSeats, { id: tours[count % tours.length] ?? '' })}?date=${dayAhead(30 + (count % 300))}`),
  'my bookings': async ({ browser }) => browser.get(bookingCalls.listTourBookings.path),
  'reviews, the latest': async ({ browser }) => browser.get(listReviews.path),
  'reviews, the best': async ({ browser }) => browser.get(`${listReviews.path}?sort=highest`),
  'the reviews of a tour': async ({ browser, tours, count }) => browser.get(`${listReviews.path}?tour=${tours[count % tours.length]}`),
  checkout: async (visitor) => book(visitor),
  cancel: async ({ browser, confirmed }) => browser.post(cancellationCalls.cancelOwnBooking.path, { bookingId: confirmed.pop() }),
}

/** Signs up a visitor with bookings, and with tours from across the list. */
export async function arrive(program: ServerProcess): Promise<Visitor> {
  const browser = await program.customer(`size-${randomUUID()}@example.test`)
  const tours: string[] = []
  for (const page of [1, 20, 40, 400]) {
    const response = await browser.get(list({ page, limit: 25 }))
    const { data } = response.json as { data: { id: string }[] }
    tours.push(...data.map(({ id }) => id))
  }
  const visitor: Visitor = { program, browser, tours, confirmed: [], count: 0 }
  for (let booked = 0; booked < OWN_BOOKINGS; booked += 1) await bookAndPay(visitor)
  visitor.confirmed = []
  return visitor
}

export async function bookAhead(visitor: Visitor, number: number): Promise<void> {
  while (visitor.confirmed.length < number) await bookAndPay(visitor)
}

async function bookAndPay(visitor: Visitor): Promise<void> {
  const response = await book(visitor)
  const session = sessionOf((response.json as { url: string }).url)
  const cards = await visitor.program.cards()
  await cards.pay(session, { wait: true })
  const ids = await visitor.program.query<{ id: string }>('select booking_id as id from payment_attempts where session_id = $1', [session])
  visitor.confirmed.push(...ids.map(({ id }) => id))
}

/** Starts the checkout of a demo tour, each on a different day. */
async function book(visitor: Visitor): Promise<SiteResponse> {
  visitor.count += 1
  const tour = DEMO_TOURS[visitor.count % DEMO_TOURS.length] ?? ''
  return visitor.browser.checkout(tour, 1, dayAhead(Math.floor(visitor.count / DEMO_TOURS.length) % DAYS_TO_TELL_APART))
}
