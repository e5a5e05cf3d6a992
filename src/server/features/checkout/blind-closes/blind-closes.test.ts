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
} from '../../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { reconcile } from '#server/features/reconciliation/sweep/flows.ts'

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

test('a payment of which nobody told us is found after the outage, and honoured while seats are left (row 31)', async () => {
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

test('one that is found when its seats are sold goes back (row 32)', async () => {
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

test('a page that nobody paid is settled by the first response, and not asked about again (row 21)', async () => {
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

test('after a day of silence there is one task, which the provider’s word settles; meanwhile the pauses grow (row 21)', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await outage(20)
  expect(await tasksOn(site, day)).toEqual([])
  await outage(30)
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'blind_close', cause: expect.stringContaining(session), outcome: null }])
  const asked = (await site.cards.state()).hits['GET /v1/checkout/sessions/:id'] ?? 0
  await outage(12)
  expect(((await site.cards.state()).hits['GET /v1/checkout/sessions/:id'] ?? 0) - asked).toBeLessThan(12)
  await laterRun()
  expect(await statusesOn(day)).toEqual(['confirmed'])
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: expect.stringContaining('it was paid') }])
})

test.each([
  ['under its key', 1],
  ['in the list, once the key is forgotten', 30],
])('a session whose id never reached us is found %s, and ended (row 21)', async (_, hours) => {
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

test.each([1, 30])(
  'an attempt of which there never was a session is settled after %i hours: nothing can be paid (row 21)',
  async (hours) => {
    const buyer = await createBuyer(site)
    const day = nextDay()
    await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: '429' })
    await buyer.checkout(TOUR, 2, day)
    await outage(hours)
    await laterRun()
    expect(await statusesOn(day)).toEqual(['expired'])
    expect(await seatsTaken(site, day)).toBe(0)
  },
)

test('a person who closes the task has decided: it is not opened again, and the card service not asked any more (row 21)', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('webhooks', { drop: true })
  await buyer.openCheckout(TOUR, 2, day)
  await outage(40)
  await site.deps.db.updateTable('tasks').set({ closed_at: site.deps.now(), outcome: 'Not paid there.' }).execute()
  await outage(7)
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: 'Not paid there.' }])
  expect(await inDoubt()).toEqual([])
})
