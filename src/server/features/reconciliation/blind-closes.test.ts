import { afterEach, expect, test } from 'vitest'
import {
  bookingsOn,
  createBuyer,
  loseHolds,
  mailsTo,
  nextDay,
  offerSeats,
  passTime,
  refundsOn,
  seatsTaken,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { compareBooks } from './compare.ts'
import { reconcile } from './sweep.ts'

const HOUR = 60 * 60
const site = await openPaymentSite()
afterEach(async () => expect(await inDoubt()).toEqual([]))

async function inDoubt() {
  return site.deps.db.selectFrom('payment_attempts').select('id').where('recheck_at', 'is not', null).execute()
}

async function statusesOn(day: string) {
  return (await bookingsOn(site, day)).map(({ status }) => status)
}

/** Lets time pass while the card service says nothing, with the job at work. */
async function outage(hours: number): Promise<void> {
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  for (let hour = 0; hour < hours; hour++) {
    await passTime(site, HOUR)
    await reconcile(site.deps, site.app.log, 0)
  }
  await site.cards.tell('faults/clear')
}

/** The job's next try, once the pause is over. */
async function laterRun(seconds = 6 * HOUR): Promise<void> {
  await passTime(site, seconds)
  await reconcile(site.deps, site.app.log, 0)
}

test('a payment of which nobody told us is found after the outage, and honoured while seats are left', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  expect(await statusesOn(day)).toEqual(['expired'])
  expect(await inDoubt()).toHaveLength(1)
  await laterRun(61)
  expect(await statusesOn(day)).toEqual(['confirmed'])
  expect(await seatsTaken(site, day)).toBe(2)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
  expect(await tasksOn(site, day)).toEqual([])
})

test('one that is found when its seats are sold goes back', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await offerSeats(site, day, 2)
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  await site.cards.pay(await (await createBuyer(site)).openCheckout(TOUR, 2, day))
  await laterRun()
  expect(await statusesOn(day)).toEqual(['expired', 'confirmed'])
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['late', 'succeeded']])
})

test('a page that nobody paid is settled by the first response, and not asked about again', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('webhooks', { drop: true })
  await buyer.openCheckout(TOUR, 2, day)
  await loseHolds(site)
  await laterRun()
  expect(await inDoubt()).toEqual([])
  const before = (await site.cards.state()).hits
  await laterRun()
  expect((await site.cards.state()).hits).toEqual(before)
  expect(await tasksOn(site, day)).toEqual([])
})

test('an outage of two days costs one call to the provider for all of them, and ends with its word', async () => {
  await site.cards.tell('webhooks', { drop: true })
  const days = [nextDay(), nextDay(), nextDay()]
  const sessions: string[] = []
  for (const day of days) sessions.push(await (await createBuyer(site)).openCheckout(TOUR, 2, day))
  await site.cards.pay(sessions[0] ?? '')
  await outage(50)
  expect(await inDoubt()).toHaveLength(3)
  const { hits } = await site.cards.state()
  await laterRun(61)
  expect(await inDoubt()).toEqual([])
  expect(await Promise.all(days.map(statusesOn))).toEqual([['confirmed'], ['expired'], ['expired']])
  const asked = (await site.cards.state()).hits
  const calls = ['GET /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id'].map((route) => asked[route] - (hits[route] ?? 0))
  expect(calls, 'the list, and the one that is complete').toEqual([1, 1])
})

test('the nightly comparison settles what is in doubt too', async () => {
  const day = nextDay()
  await site.cards.tell('webhooks', { drop: true })
  await (await createBuyer(site)).openCheckout(TOUR, 2, day)
  await loseHolds(site)
  expect(await inDoubt()).toHaveLength(1)
  await compareBooks(site.deps, site.app.log, { days: 4, ageMs: 0, limitMs: 60_000 })
  expect(await inDoubt()).toEqual([])
  expect(await statusesOn(day)).toEqual(['expired'])
})

test.each([1, 30])('a session whose id never reached us is found after %i hours, and its payment counts', async (hours) => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: 'reset_after', count: 3 })
  await buyer.checkout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  const { sessions } = await site.cards.state()
  const open = sessions.filter(({ status }: { status: string }) => status === 'open')
  expect(open).toHaveLength(1)
  await site.cards.pay(open[0].id)
  await outage(hours)
  expect(await statusesOn(day)).toEqual(['expired'])
  await laterRun()
  expect(await statusesOn(day)).toEqual(['confirmed'])
})

test.each([1, 30])('an attempt of which there never was a session is settled after %i hours: nothing can be paid', async (hours) => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: '429' })
  await buyer.checkout(TOUR, 2, day)
  await outage(hours)
  await laterRun()
  expect(await statusesOn(day)).toEqual(['expired'])
  expect(await seatsTaken(site, day)).toBe(0)
})
