import { expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { decideWrongPayment } from '#server/features/fulfilment/quarantine.ts'
import { applyRefund } from '#server/features/refunds/records.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, bookingsOn, loseHolds, nextDay, refundsOn, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { reconcile } from './sweep.ts'

const COMPLETED = 'checkout.session.completed'
/** Its refund succeeds at first and fails later. */
const FAILING_REFUND = '4000000000005126'
/** Its payment is disputed at once. */
const DISPUTED = '4000000000000259'
const ROUNDS = 20
const site = await openPaymentSite()

async function end(person: Browser) {
  return person.post(securityCalls.deleteAccount.path, { password: 'password1' })
}

/** Closes the person's open task by a person's decision. */
async function decide(): Promise<void> {
  const decided = { closed_at: site.deps.now(), outcome: 'Paid back by transfer.' }
  await site.deps.db.updateTable('tasks').set(decided).where('closed_at', 'is', null).execute()
}

test('a refund that did not arrive stops the deletion until somebody has paid it back another way', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay(), FAILING_REFUND)
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['failed'])
  const refused = (await end(person)).json
  expect(refused).toMatchObject({ statusCode: 409, code: 'account_in_use' })
  expect(refused.message).toContain(`Your refund for ${booking.reference} didn’t reach you`)
  await decide()
  expect((await end(person)).status).toBe(200)
})

test('a refund that waits for the end of a dispute stops the deletion', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay(), DISPUTED)
  await site.cards.tell('drain')
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['blocked'])
  expect((await end(person)).json.message).toContain('disputed with your bank')
})

test('news of a refund waits for a deletion that has begun, and does not stand in its way', async () => {
  const person = await site.customer()
  const booking = await bookAndPay(site, person, 1, nextDay(), FAILING_REFUND)
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  const failed = await site.deps.cards.getRefund(refund?.provider_refund_id ?? '')
  const { db } = site.deps
  let news: Promise<void> | undefined
  await db.transaction().execute(async (deletion) => {
    await deletion.selectFrom('users').select('id').where('email', '=', person.email).forUpdate().execute()
    news = applyRefund(site.deps, failed)
    // Until it stands still, which nothing else tells.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await deletion.updateTable('bookings').set({ cancel_reason: null }).where('id', '=', booking.id).execute()
  })
  await news
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['failed'])
})

test('a payment that staff have to judge stops the deletion until they have decided', async () => {
  const person = await site.customer()
  const session = await person.openCheckout(TOUR, 1, nextDay())
  await site.cards.tell('alter', { amount: 100 })
  await site.cards.pay(session)
  expect((await end(person)).json.message).toContain('still checking your payment')
  const tasks = await site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('closed_at', 'is', null)
    .where('kind', '=', 'wrong_payment')
    .execute()
  for (const { id } of tasks) await decideWrongPayment(site.deps, operator('admin_1'), id, 'refund')
  expect((await end(person)).status).toBe(200)
})

test(
  'a checkout and the deletion of the account at the same instant: one is refused, and nothing is confirmed without an owner',
  async () => {
    await repeat(ROUNDS, async ({ jitter }) => {
      const person = await site.customer()
      const device = site.visitor()
      await device.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
      const day = nextDay()
      await person.tour(TOUR)
      const [checkout, deletion] = await Promise.all([
        jitter(60).then(async () => device.checkout(TOUR, 1, day)),
        jitter(30).then(async () => end(person)),
      ])
      expect([
        [200, 409],
        [401, 200],
      ]).toContainEqual([checkout.status, deletion.status])
      if (checkout.status === 200) await site.cards.pay(new URL(checkout.json.url).pathname.split('/').at(-1) ?? '')
      expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(checkout.status === 200 ? ['confirmed'] : [])
    })
  },
  MANY_ROUNDS_MS,
)

test('a payment that is found once the account is gone goes back, though there are seats', async () => {
  const person = await site.customer()
  const day = nextDay()
  const session = await person.openCheckout(TOUR, 1, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  expect((await end(person)).status).toBe(200)
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['late', 'succeeded']])
  expect(await seatsTaken(site, day)).toBe(0)
})

test('a session whose id never reached us is found though the account and its parameters are gone', async () => {
  const person = await site.customer()
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: 'reset_after', count: 3 })
  await person.checkout(TOUR, 1, day)
  await site.cards.tell('webhooks', { drop: true })
  const { sessions } = await site.cards.state()
  await site.cards.pay(sessions.find(({ status }: { status: string }) => status === 'open').id)
  await loseHolds(site)
  expect((await end(person)).status).toBe(200)
  site.advance(61_000)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['late', 'succeeded']])
})

test(
  'a late payment and the deletion of the account at the same instant end in a booking with an owner, or in a refund',
  async () => {
    const trips: { person: Browser; day: string; session: string }[] = []
    await site.cards.tell('webhooks', { drop: true })
    for (let round = 0; round < ROUNDS; round++) trips.push({ person: await site.customer(), day: nextDay(), session: '' })
    for (const trip of trips) trip.session = await trip.person.openCheckout(TOUR, 1, trip.day)
    for (const { session } of trips) await site.cards.pay(session)
    await loseHolds(site)
    await site.cards.tell('webhooks')
    await repeat(ROUNDS, async ({ number, jitter }) => {
      const trip = trips[number]
      if (!trip) throw new Error('no trip')
      const [deletion] = await Promise.all([
        jitter(30).then(async () => end(trip.person)),
        jitter(60).then(async () => postEvent(site, COMPLETED, trip.session)),
      ])
      const [booking] = await bookingsOn(site, trip.day)
      const refunds = (await refundsOn(site, trip.day)).map(({ cause, state }) => [cause, state])
      expect([
        [200, 'expired', [['late', 'succeeded']]],
        [409, 'confirmed', []],
      ]).toContainEqual([deletion.status, booking?.status, refunds])
    })
  },
  MANY_ROUNDS_MS,
)
