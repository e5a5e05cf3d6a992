import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { projectRoot } from '#server/config/root.ts'
import { readBookedState } from '../../tests/support/booked-state.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { dayAhead } from '../../tests/support/days.ts'
import { expectDecentPage, expectDecentResponse } from '../../tests/support/decent-responses.ts'
import { everyCall } from '../../tests/support/every-call.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

// Who is refused what, at every call; `robustness.test.ts` sends what nobody should send.

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp
let customer: Browser

beforeAll(async () => {
  site = await createTestApp()
  customer = await site.customer()
})
afterAll(async () => site.close())

test('every contract is among the calls, under a name of its own', async () => {
  const shared = path.join(projectRoot, 'src/shared')
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('calls.ts'))
  const modules = await Promise.all(files.map(async (file) => import(path.join(shared, file)) as Promise<Record<string, object>>))
  const entries = modules.flatMap((module) => Object.entries(module))
  // The calls of the steps of a task are exported together.
  const names = entries.flatMap(([name, exported]) => ('path' in exported ? [name] : Object.keys(exported)))
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  expect(names.toSorted()).toEqual(everyCall.map(({ name }) => name).toSorted())
})

test.each(everyCall.filter((call) => !call.isOpen))('$method $name asks for a login (ASVS 8.2.1)', async ({ method, url, body }) => {
  const answer = await site.visitor().request(method, url(UNKNOWN_ID), body, {})
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual({ statusCode: 401, code: 'unauthenticated', message: 'Please log in to continue.' })
})

test.each(everyCall.filter((call) => call.isForStaff))(
  '$method $name responds 403 to a customer before looking at anything else that may be wrong (ASVS 8.2.1)',
  async ({ method, url }) => {
    const answer = await customer.request(method, url('%00'), method === 'GET' ? undefined : '{', {})
    expect(answer.json).toEqual({ statusCode: 403, code: 'forbidden', message: 'Only our staff can do this.' })
    expect(answer.status).toBe(403)
  },
)

test.each([
  [{ totalGuests: 0 }, 'Select at least 1 guest'],
  [{ totalGuests: -3 }, 'Select at least 1 guest'],
  [{ totalGuests: 1.5 }, 'totalGuests must be a whole number'],
  [{ totalGuests: '2' }, 'totalGuests must be a whole number'],
  [{ totalGuests: 1001 }, 'That’s more guests than a tour can take'],
  [{ travelDate: '2127-02-30' }, 'Please choose a valid date'],
  [{ travelDate: '2020-01-01' }, 'That date has already passed. Please choose a later one.'],
  [{ travelDate: null }, 'A date is required'],
])('a booking with %j is refused with a readable message, and no seat is held (ASVS 2.2.2)', async (wrong, message) => {
  const before = await readBookedState(site)
  const { stripePriceId: priceId } = await customer.tour(TOUR)
  const answer = await customer.post(createCheckout.path, { priceId, tour_id: TOUR, totalGuests: 2, travelDate: dayAhead(1), ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ message, issues: [{ path: Object.keys(wrong)[0], message }] })
  expect(await readBookedState(site)).toEqual(before)
})

test("somebody else's booking and checkout are 404 at every endpoint, as if they did not exist, and stay as they are (ASVS 8.2.2)", async () => {
  const owner = await site.customer()
  const session = await owner.openCheckout(TOUR, 1, dayAhead(2))
  await site.cards.pay(session)
  await owner.checkout(TOUR, 1, dayAhead(3))
  const bookings = await owner.bookings()
  expect(bookings.map((booking) => booking.status).toSorted()).toEqual(['confirmed', 'pending'])
  const before = await readBookedState(site)
  const other = await site.customer()
  expect((await other.get(pathOf(getCheckoutSession, { id: session }))).status).toBe(404)
  for (const { id } of bookings) {
    for (const { method, url, body, name, ...call } of everyCall.filter((each) => each.takesId || each.name === 'cancelOwnBooking')) {
      const theirs = await other.request(method, url(id), name === 'cancelOwnBooking' ? { ...body, bookingId: id } : body, {})
      expect(theirs.status, name).toBe(call.isForStaff ? 403 : call.unknownId)
      if (call.isPage) expectDecentPage(theirs, name)
      else expectDecentResponse(theirs, name)
    }
  }
  expect(await owner.bookings()).toEqual(bookings)
  expect(await readBookedState(site)).toEqual(before)
})
