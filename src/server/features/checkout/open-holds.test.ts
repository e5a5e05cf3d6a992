import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer, createBuyers, nextDay, seatsTaken, signedIn, TOUR } from '../../../../tests/support/buyers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { forgetHoldsBefore } from './open-holds.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1' })
})
afterAll(async () => site.close())

test('an account holds five unpaid departures; a sixth checkout names them, and works once one is released', async () => {
  const traveller = await createBuyer(site)
  const days = Array.from({ length: 6 }, nextDay)
  const sixth = days.pop() ?? ''
  for (const day of days) await traveller.openCheckout(TOUR, 2, day)
  const refused = await traveller.checkout(TOUR, 2, sixth)
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'too_many_holds' })
  const bookings = await traveller.bookings()
  for (const { reference } of bookings) expect(refused.json.message).toContain(reference)
  expect(await seatsTaken(site, sixth)).toBe(0)
  expect((await traveller.checkout(TOUR, 3, days[0] ?? '')).status, 'another group for a held day').toBe(200)
  await traveller.post(pathOf(releaseSeats, { id: bookings[1]?.id ?? '' }))
  expect((await traveller.checkout(TOUR, 2, sixth)).status).toBe(200)
})

test('what has been paid is not held any more', async () => {
  const traveller = await createBuyer(site)
  for (let count = 0; count < 6; count++) await site.cards.pay(await traveller.openCheckout(TOUR, 1, nextDay()))
  await traveller.openCheckout(TOUR, 1, nextDay())
})

test('of many checkouts at the same moment five hold seats (ASVS 2.3.2)', async () => {
  const traveller = await createBuyer(site)
  const days = Array.from({ length: 12 }, nextDay)
  const responses = await Promise.all(days.map(async (day) => traveller.checkout(TOUR, 1, day)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(responses.filter(({ json }) => json.code === 'too_many_holds')).toHaveLength(7)
  expect(await traveller.bookings()).toHaveLength(5)
})

/** Signed-in buyers whose address is not confirmed. */
async function createNewcomers(count: number): Promise<Browser[]> {
  const newcomers = await createBuyers(site, count)
  const emails = newcomers.map(({ email }) => email)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('email', 'in', emails).execute()
  return newcomers
}

let networks = 0
/** A network's addresses: any of the same /56. */
const newNetwork = () => `2001:db8:0:${(++networks).toString(16)}00`
const hold = async (who: Browser, address: string) => who.checkout(TOUR, 1, nextDay(), { 'x-forwarded-for': address })

test('an account without a confirmed email address holds three unpaid departures, and five once it is confirmed', async () => {
  const [newcomer = site.visitor()] = await createNewcomers(1)
  const network = newNetwork()
  for (let count = 0; count < 3; count++) expect((await hold(newcomer, `${network}::1`)).status).toBe(200)
  const refused = await hold(newcomer, `${network}::1`)
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'too_many_holds' })
  for (const { reference } of await newcomer.bookings()) expect(refused.json.message).toContain(reference)
  expect(refused.json.message).toContain('once you’ve confirmed your email address')
  await site.deps.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', newcomer.email).execute()
  expect((await hold(newcomer, `${network}::1`)).status).toBe(200)
})

test('of many checkouts at the same moment by unconfirmed accounts of one network thirty hold seats, from whichever of its addresses', async () => {
  const newcomers = await createNewcomers(12)
  const network = newNetwork()
  const tries = newcomers.flatMap((newcomer, index) => Array.from({ length: 3 }, async () => hold(newcomer, `${network}:${index + 1}::1`)))
  const responses = await Promise.all(tries)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(responses.filter(({ json }) => json.code === 'too_many_holds')).toHaveLength(6)
  const [newcomer = site.visitor()] = await createNewcomers(1)
  expect((await hold(newcomer, `${network}::9`)).json.message).toContain('Accounts on your network')

  expect((await hold(newcomer, `${newNetwork()}::1`)).status, 'from another network').toBe(200)
  expect((await hold(await createBuyer(site), `${network}::1`)).status, 'a confirmed account').toBe(200)
  const holder = newcomers.find((_, index) => responses[index * 3]?.status === 200) ?? site.visitor()
  const [held] = await holder.bookings()
  await holder.post(pathOf(releaseSeats, { id: held?.id ?? '' }))
  expect((await hold(newcomer, `${network}::1`)).status, 'once seats are released').toBe(200)
})

test('the demo’s account holds five, wherever it is used and whether or not its address is confirmed', async () => {
  const [visitor = site.visitor()] = await signedIn(site, [{ id: 'user_1', email: 'user@example.com' }])
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', 'user_1').execute()
  const network = newNetwork()
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await hold(visitor, `${network}::1`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 409])
})

test('the network of a hold is stored hashed, and forgotten once the hold has ended', async () => {
  const { db, now } = site.deps
  const [newcomer = site.visitor()] = await createNewcomers(1)
  const network = newNetwork()
  await hold(newcomer, `${network}::1`)
  await hold(newcomer, `${network}::1`)
  const [first, second] = await newcomer.bookings()
  const rows = async () => {
    const own = db
      .selectFrom('unconfirmed_holds')
      .selectAll()
      .where('booking_id', 'in', [first?.id ?? '', second?.id ?? ''])
    return own.execute()
  }
  expect(JSON.stringify(await rows())).not.toContain('2001:db8')
  await newcomer.post(pathOf(releaseSeats, { id: first?.id ?? '' }))
  await forgetHoldsBefore(db, new Date(now().getTime() + 1000))
  expect((await rows()).map(({ booking_id }) => booking_id)).toEqual([second?.id])
})
