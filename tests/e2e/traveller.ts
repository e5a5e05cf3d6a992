import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { getSeats, getTour } from '../../src/shared/tours/calls.ts'
import { askOffer } from '../../src/shared/tours/offer-calls.ts'
import type { Tour } from '../../src/shared/tours/public.ts'
import { sessionOf } from '../support/browser.ts'
import type { Account, RunningSite } from './running-site.ts'

/** Returns a departure this many days away, as a day and as the site writes it. */
export const departure = (days: number) => ({ day: addDays(localToday(), days), text: longDay(addDays(localToday(), days)) })

/** Polling intervals in milliseconds for cheap checks, instead of up to a second. */
const SOON = [20, 50, 100]

export const DECLINED = '4000000000000002'
export const GOOD = '4242424242424242'

export async function logIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  const submit = page.getByRole('button', { name: 'Login', exact: true })
  // The page being left has the same fields.
  await submit.waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit.click()
}

export async function signUp(page: Page, { name, email, password }: Account): Promise<void> {
  const submit = page.getByRole('button', { name: 'Sign Up' })
  await submit.waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await submit.click()
}

export async function payByCard(page: Page, card = GOOD): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Ada Traveller')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** Books by call and returns the hosted checkout's unpaid session. */
export async function bookByCall(request: APIRequestContext, tourId: string, day: string, guests = 1): Promise<string> {
  const tour = ((await (await request.get(pathOf(getTour, { id: tourId }))).json()) as { data: Tour }).data
  const data = { priceId: tour.stripePriceId, tour_id: tourId, totalGuests: guests, travelDate: day }
  const answer = await request.post(createCheckout.path, { data, failOnStatusCode: true })
  return sessionOf(((await answer.json()) as { url: string }).url)
}

/** Books a choice of a tour with options by call, at the price that it has, and returns the hosted checkout's unpaid session. */
export async function bookChoiceByCall(
  request: APIRequestContext,
  tourId: string,
  date: string,
  guests: number,
  choice: object,
): Promise<string> {
  const { data: tour } = (await (await request.get(pathOf(getTour, { id: tourId }))).json()) as { data: Tour }
  const offered = await request.post(askOffer.path, { data: { tourId, date, ...choice }, failOnStatusCode: true })
  const { data: offer } = (await offered.json()) as { data: { total: string } }
  const specified = { priceId: tour.stripePriceId, tour_id: tourId, totalGuests: guests, travelDate: date }
  const data = { ...specified, ...choice, expectedTotal: offer.total }
  const answer = await request.post(createCheckout.path, { data, failOnStatusCode: true })
  return sessionOf(((await answer.json()) as { url: string }).url)
}

/** Makes a confirmed booking by call, and returns the session that paid for it. */
export async function bookAndPayByCall(site: RunningSite, page: Page, tourId: string, day: string, guests = 1): Promise<string> {
  const session = await bookByCall(page.context().request, tourId, day, guests)
  await (await site.cards()).pay(session)
  return session
}

/** Counts the calls of a path from now on. */
export function countCalls(page: Page, path: string): { count: number } {
  const counter = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) counter.count += 1
  })
  return counter
}

/** Returns the seats left on a day, as the site states them. */
export async function seatsLeft(request: APIRequestContext, tourId: string, day: string): Promise<number> {
  const answer = await request.get(pathOf(getSeats, { id: tourId }), { params: { date: day } })
  return ((await answer.json()) as { seatsLeft: number }).seatsLeft
}

export async function expectAddress(page: Page, hash: string | RegExp): Promise<void> {
  await expect
    .poll(() => new URL(page.url()).hash, { intervals: SOON })
    .toEqual(typeof hash === 'string' ? hash : expect.stringMatching(hash))
}

/** Moves a booking's travel date into the past without moving its seats. */
export async function letTravelBePast(site: RunningSite, tourId: string, day: string, pastDay: string): Promise<void> {
  await site.query('insert into departures (tour_id, departs_on, capacity) values ($1, $2, 10) on conflict do nothing', [tourId, pastDay])
  await site.query(
    `with moved as (update tour_bookings set departs_on = $3 where tour_id = $1 and departs_on = $2 returning booking_id)
     update bookings set starts_on = $3 where id in (select booking_id from moved)`,
    [tourId, day, pastDay],
  )
}
