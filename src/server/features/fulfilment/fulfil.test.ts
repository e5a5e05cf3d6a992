import { expect, onTestFinished, test, vi } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession, payReturn } from '#shared/payments/calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import {
  bookingsOn,
  createBuyer,
  createBuyers,
  loseHolds,
  mailsTo,
  nextDay,
  offerSeats,
  passTime,
  paymentsOn,
  refundsOn,
  seatsTaken,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'

const COMPLETED = 'checkout.session.completed'
const site = await openPaymentSite()

test('a paid checkout confirms the booking by the webhook, and the return page only reads', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(session)
  const [booking] = await buyer.bookings()
  expect(booking).toMatchObject({ status: 'confirmed', numberOfPeople: 2, travelDate: day, totalAmount: '2180.00' })
  const back = await buyer.get(`${payReturn.path}?session_id=${session}`)
  expect([back.status, back.headers['location']]).toEqual([303, `${site.origin}/#/success?session_id=${session}`])
  const result = await buyer.get(pathOf(getCheckoutSession, { id: session }))
  expect(result.json.session).toMatchObject({ payment_status: 'paid', amount_total: 218_000, payment_method_types: ['card'] })
  expect(result.json.session.payment_intent.id).toBe(booking?.stripeid)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('the return page confirms the booking when it is faster than the webhook, which then changes nothing', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { hold: true })
  await site.cards.pay(session, { wait: false })
  expect((await buyer.get(`${payReturn.path}?session_id=${session}`)).status).toBe(303)
  const before = await bookingsOn(site, day)
  expect(before[0]?.status).toBe('confirmed')
  await site.cards.tell('release')
  await site.cards.tell('drain')
  expect(await bookingsOn(site, day)).toEqual(before)
  expect(await paymentsOn(site, day)).toHaveLength(1)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('the result page alone confirms the booking too', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('paid')
})

test('result pages of one payment share a reading, and one account can only ask the provider sixty times in a quarter of an hour', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  const { getSession } = site.deps.cards
  let release = () => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  const reads = vi.spyOn(site.deps.cards, 'getSession').mockImplementation(async (id) => {
    await hanging
    return getSession(id)
  })
  onTestFinished(() => reads.mockRestore())
  const read = async () => (await buyer.get(pathOf(getCheckoutSession, { id: session }))).status
  const together = Array.from({ length: 20 }, read)
  release()
  expect(new Set(await Promise.all(together))).toEqual(new Set([200]))
  for (let count = reads.mock.calls.length; count < 60; count += 1) expect(await read()).toBe(200)
  expect(await buyer.get(pathOf(getCheckoutSession, { id: session }))).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect(reads).toHaveBeenCalledTimes(60)
})

test(
  'webhook, return page and result page at the same instant make one payment and one mail',
  async () => {
    await site.cards.tell('webhooks', { drop: true })
    const buyers = await createBuyers(site, 50)
    await repeat(50, async ({ number, jitter }) => {
      const buyer = buyers[number] ?? (await createBuyer(site))
      const day = nextDay()
      const session = await buyer.openCheckout(TOUR, 1, day)
      await site.cards.pay(session)
      const [event, back, result] = await Promise.all([
        jitter(6).then(async () => postEvent(site, COMPLETED, session)),
        jitter(6).then(async () => buyer.get(`${payReturn.path}?session_id=${session}`)),
        jitter(6).then(async () => buyer.get(pathOf(getCheckoutSession, { id: session }))),
      ])
      expect([event, back.status, result.status]).toEqual([200, 303, 200])
      expect(result.json.session.payment_status).toBe('paid')
      expect(await paymentsOn(site, day)).toHaveLength(1)
      expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
    })
  },
  MANY_ROUNDS_MS,
)

test('a payment whose webhook never comes is found by the reconcile job within its minute', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await bookingsOn(site, day))[0]?.status).toBe('pending')
  await passTime(site, 61)
  await reconcile(site.deps, site.app.log)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
})

test('a page that nobody pays ends, and its seats are freed once', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await buyer.openCheckout(TOUR, 4, day)
  expect(await seatsTaken(site, day)).toBe(4)
  await passTime(site, 36 * 60)
  await site.cards.tell('drain')
  await reconcile(site.deps, site.app.log, 0)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect(await seatsTaken(site, day)).toBe(0)
  expect(await buyer.bookings()).toEqual([])
})

test('a declined card keeps the page open, and a good one then pays once', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  expect(await site.cards.pay(session, { card: '4000000000000002' })).toMatchObject({ kind: 'declined' })
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('unpaid')
  expect(await seatsTaken(site, day)).toBe(2)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect(await paymentsOn(site, day)).toHaveLength(1)
})

test('a booking whose cards are all declined ends unpaid', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  for (const card of ['4000000000000002', '4000000000009995', '4000000000000119']) await site.cards.pay(session, { card })
  await passTime(site, 36 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect((await bookingsOn(site, day))[0]?.status).toBe('expired')
  expect(await paymentsOn(site, day)).toEqual([])
  expect(await mailsTo(site, buyer.email)).toEqual([])
})

test('a commit that fails after the provider was read loses nothing: the next try records the payment once (ASVS 2.3.3)', async () => {
  await site.asOwner(`create sequence failed_commits`)
  await site.asOwner(`create function fail_first_commit() returns trigger language plpgsql security definer as
    $$ begin if nextval('failed_commits') = 1 then raise exception 'commit refused by the test'; end if; return null; end $$`)
  await site.asOwner(`create constraint trigger fail_first_commit after insert on payments
    deferrable initially deferred for each row execute function fail_first_commit()`)
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day))[0]?.status).toBe('pending')
  await reconcile(site.deps, site.app.log, 0)
  await site.asOwner(`drop trigger fail_first_commit on payments`)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect(await paymentsOn(site, day)).toHaveLength(1)
})

test('a payment in time of which we hear after the hold had ended is honoured while seats are left', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  expect((await bookingsOn(site, day))[0]?.status).toBe('expired')
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect(await seatsTaken(site, day)).toBe(2)
})

test('a payment whose seats were sold meanwhile is recorded, goes back in full, and the customer is told', async () => {
  const [buyer, other] = await createBuyers(site, 2)
  const day = nextDay()
  await offerSeats(site, day, 2)
  const session = (await buyer?.openCheckout(TOUR, 2, day)) ?? ''
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  await site.cards.pay((await other?.openCheckout(TOUR, 2, day)) ?? '')
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired', 'confirmed'])
  expect((await refundsOn(site, day)).map(({ amount_cents, cause, state }) => [amount_cents, cause, state])).toEqual([
    [218_000, 'late', 'succeeded'],
  ])
  expect(await mailsTo(site, buyer?.email ?? '')).toEqual(['payment-returned'])
  expect((await buyer?.get(pathOf(getCheckoutSession, { id: session })))?.json.session.payment_status).toBe('refunded')
})

test('an ended page that was paid all the same is honoured while seats are left', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 3, day)
  await passTime(site, 36 * 60)
  await site.cards.tell('drain')
  expect(await seatsTaken(site, day)).toBe(0)
  await site.cards.pay(session, { force: true })
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect(await seatsTaken(site, day)).toBe(3)
})

test('a payment of another amount than agreed is kept apart for the staff and confirms nothing', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('alter', { amount: 100 })
  await site.cards.pay(session)
  const [booking] = await bookingsOn(site, day)
  expect(booking?.status).toBe('pending')
  expect(await tasksOn(site, day)).toMatchObject([
    { kind: 'wrong_payment', cause: expect.stringMatching(/of \$1\.00 doesn’t match .* \$/) },
  ])
  expect((await paymentsOn(site, day)).map(({ role, amount_cents }) => [role, amount_cents])).toEqual([['quarantined', 100]])
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('under review')
  expect(await mailsTo(site, buyer.email)).toEqual([])
})

test('a click on Book while the earlier payment is arriving does not make the customer pay twice', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await buyer.checkout(TOUR, 2, day)).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
})

test('a page stays payable over a restart of the card service', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.restartCards()
  expect(await buyer.openCheckout(TOUR, 2, day)).toBe(session)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
})
