import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  mailsTo,
  nextDay,
  passTime,
  PRICE_CENTS,
  refundsOn,
  standingsOn,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { approvedQuote, ASKED_CENTS, clickLink } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { compareBooks } from './compare.ts'
import { reconcile } from './sweep.ts'

const site = await openPaymentSite({ settles: true })

async function compare(settings: { days?: number; limitMs?: number } = {}) {
  return compareBooks(site.deps, site.app.log, { days: 2, ageMs: 0, limitMs: 60_000, ...settings })
}

/** What a comparison comes to when nothing is wrong. */
async function compareInPeace() {
  const { balances, failures } = await compare()
  expect(failures).toEqual([])
  for (const { ours, theirs } of balances) expect(theirs).toEqual(ours)
  return balances
}

/** Opens a card page and pays it; no event of the payment comes. */
async function payUnheard(card?: string, mode: object = { drop: true }) {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', mode)
  await site.cards.pay(session, { wait: false, ...(card !== undefined && { card }) })
  return { buyer, day, session }
}

/** While the work goes on, nobody but the comparison finds out what was paid: the attempts look as if they had just been checked. */
async function withoutReconcile(): Promise<void> {
  await site.deps.db
    .updateTable('payment_attempts')
    .set({ checked_at: new Date('2099-01-01') })
    .execute()
}

/** The next comparison cannot fetch the events that did not come: what it finds, it finds in the other lists. */
async function withoutEvents(): Promise<void> {
  await site.cards.tell('faults', { route: 'GET /v1/events', kind: '429', count: 1 })
}

async function statuses(day: string) {
  return (await bookingsOn(site, day)).map(({ status }) => status)
}

test('a payment whose event was lost, on an attempt closed while the card service was away, is found by the comparison', async () => {
  const { day } = await payUnheard()
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  await passTime(site, 51 * 60)
  await reconcile(site.deps, site.app.log, 0)
  await site.cards.tell('faults/clear')
  expect(await statuses(day)).toEqual(['expired'])
  await compareInPeace()
  expect(await statuses(day)).toEqual(['confirmed'])
})

test('an event that could not be delivered is fetched and acted on, once', async () => {
  const { day } = await payUnheard(undefined, { undelivered: true })
  await withoutReconcile()
  await site.cards.tell('faults', { route: 'GET /v1/charges', kind: '429', count: 1 })
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions', kind: '429', count: 1 })
  await compare()
  expect(await statuses(day)).toEqual(['confirmed'])
  const fetched = async () => site.deps.db.selectFrom('provider_events').selectAll().where('is_fetched', '=', true).orderBy('id').execute()
  const first = await fetched()
  expect(first.length).toBeGreaterThan(0)
  expect(first.every(({ processed_at }) => processed_at !== null)).toBe(true)
  await compareInPeace()
  expect(await fetched()).toEqual(first)
})

test('a refund made by hand and a later failure, of which no event came, are taken over', async () => {
  const buyer = await createBuyer(site)
  const byHand = await bookAndPay(site, buyer, 1, nextDay())
  const failing = await bookAndPay(site, buyer, 1, nextDay(), '4000000000005126')
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('external_refund', { payment_intent: byHand.stripeid, amount: 1000 })
  await site.cards.tell('external_refund', { payment_intent: failing.stripeid, amount: 2000 })
  await withoutEvents()
  await compare()
  const [refund] = await refundsOn(site, byHand.travelDate)
  expect(refund).toMatchObject({ state: 'succeeded', amount_cents: 1000, cause: 'external', made_at: expect.any(Date) })
  await passTime(site, 61)
  await site.cards.tell('drain')
  await withoutEvents()
  await compare()
  expect((await refundsOn(site, failing.travelDate)).map(({ state }) => state)).toEqual(['failed'])
  await compareInPeace()
})

test('a dispute of which no event came is noted, and not again once a person has closed its task', async () => {
  const { day } = await payUnheard('4000000000000259')
  await withoutEvents()
  await compare()
  expect(await standingsOn(site, day)).toEqual(['open'])
  expect((await tasksOn(site, day)).map(({ kind }) => kind)).toEqual(['dispute_opened'])
  await site.deps.db.updateTable('tasks').set({ closed_at: site.deps.now(), outcome: 'Answered.' }).where('closed_at', 'is', null).execute()
  await withoutEvents()
  await compare()
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: 'Answered.' }])
})

test('how a dispute of long ago ended is taken over, though no event of its end ever came', async () => {
  const buyer = await createBuyer(site)
  const { id: bookingId, stripeid, travelDate } = await bookAndPay(site, buyer, 1, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId })
  await site.cards.tell('webhooks', { drop: true })
  await passTime(site, 30 * 24 * 60 * 60)
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'won' })
  await withoutEvents()
  await compare()
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, travelDate)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
  expect((await tasksOn(site, travelDate)).filter(({ outcome }) => outcome === null).map(({ kind }) => kind)).toEqual(['dispute_won'])
})

test('rupees and dollars of one day are written down apart and never added up', async () => {
  const before = await compareInPeace()
  const { link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link))
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 700 })
  const today = dayIn(site.deps.config.AGENCY_TIME_ZONE, site.deps.now())
  const figures = (balances: typeof before, currency: string) =>
    balances.find((each) => each.day === today && each.currency === currency)?.ours ?? {
      payments: 0,
      paidCents: 0,
      refunds: 0,
      refundedCents: 0,
    }
  const after = await compareInPeace()
  const [dollars, rupees] = [figures(before, 'usd'), figures(before, 'inr')]
  expect(figures(after, 'usd')).toEqual({
    payments: dollars.payments + 1,
    paidCents: dollars.paidCents + 2 * PRICE_CENTS,
    refunds: dollars.refunds + 1,
    refundedCents: dollars.refundedCents + 700,
  })
  expect(figures(after, 'inr')).toEqual({ ...rupees, payments: rupees.payments + 1, paidCents: rupees.paidCents + ASKED_CENTS })
})

test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])('a payment counts on the agency’s day, here that of %s', async (zone) => {
  const { config, now } = site.deps
  site.deps.config = { ...config, AGENCY_TIME_ZONE: zone }
  await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const { balances } = await compare({ days: 1 })
  site.deps.config = config
  const paid = await site.deps.db.selectFrom('payments').select('paid_at').where('currency', '=', 'usd').execute()
  const today = dayIn(zone, now())
  const count = paid.filter(({ paid_at }) => dayIn(zone, paid_at) === today).length
  expect(balances.filter(({ currency }) => currency === 'usd')).toMatchObject([
    { day: today, ours: { payments: count }, theirs: { payments: count } },
  ])
})

test('several comparisons at once, beside the reconcile job and the events, do what one would', async () => {
  const { buyer, day } = await payUnheard()
  await site.cards.tell('webhooks')
  const other = await createBuyer(site)
  const heard = await other.openCheckout(TOUR, 1, nextDay())
  await Promise.all([compare(), compare(), compare(), reconcile(site.deps, site.app.log, 0), site.cards.pay(heard)])
  await compareInPeace()
  expect(await statuses(day)).toEqual(['confirmed'])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('a card service that goes away in the middle is told of, writes no sums, and the next run does the rest', async () => {
  const { day } = await payUnheard()
  await withoutReconcile()
  await withoutEvents()
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions', kind: '429', count: 1 })
  await site.cards.tell('faults', { route: 'GET /v1/charges', kind: '429', count: 10 })
  const today = dayIn(site.deps.config.AGENCY_TIME_ZONE, site.deps.now())
  const { balances, failures } = await compare()
  expect(balances).toEqual([])
  expect(failures.map((each) => each.split(':')[0])).toEqual(['undelivered events', 'completed checkouts', addDays(today, -1), today])
  expect(await statuses(day)).toEqual(['pending'])
  await site.cards.tell('faults/clear')
  await compareInPeace()
  expect(await statuses(day)).toEqual(['confirmed'])
})

test('what cannot be taken over now does not keep the others waiting', async () => {
  const first = await payUnheard()
  const second = await payUnheard()
  await withoutReconcile()
  await withoutEvents()
  await site.cards.tell('faults', { route: 'GET /v1/charges', kind: '429', count: 2 })
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions/:id', kind: '429', count: 1 })
  const { failures } = await compare()
  expect(failures).toHaveLength(4)
  expect([...(await statuses(first.day)), ...(await statuses(second.day))].toSorted()).toEqual(['confirmed', 'pending'])
  await compareInPeace()
  expect([...(await statuses(first.day)), ...(await statuses(second.day))]).toEqual(['confirmed', 'confirmed'])
})

test('a day of which one payment could not be taken over yet is not written down, and opens no task', async () => {
  const { day } = await payUnheard()
  await withoutReconcile()
  await withoutEvents()
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions', kind: '429', count: 2 })
  const { balances, failures } = await compare()
  expect(failures.map((each) => each.split(' ')[0])).toEqual(['undelivered', 'completed', 'payment'])
  expect(balances.filter(({ ours, theirs }) => ours.payments !== theirs.payments)).toEqual([])
  expect(await statuses(day)).toEqual(['pending'])
  await compareInPeace()
  expect(await site.deps.db.selectFrom('tasks').select('cause').where('kind', '=', 'books_differ').execute()).toEqual([])
})

test('a run that has used up its time says what it has not compared', async () => {
  const { balances, failures } = await compare({ limitMs: 0 })
  expect(balances).toEqual([])
  expect(failures).toHaveLength(5)
  expect(failures[0]).toBe('undelivered events: Reconciliation ran out of time.')
})

test('work that hangs uses up the time of its run, and no more', async () => {
  const first = await payUnheard()
  const second = await payUnheard()
  await withoutReconcile()
  const { cards, now } = site.deps
  let hungMs = 0
  site.deps.now = () => new Date(now().getTime() + hungMs)
  site.deps.cards = {
    ...cards,
    async getSession() {
      hungMs += 60_000
      throw new Error('no response')
    },
  }
  const { failures } = await compare()
  Object.assign(site.deps, { cards, now })
  expect(hungMs).toBe(60_000)
  expect(failures.filter((each) => each.endsWith('no response'))).toHaveLength(1)
  await compareInPeace()
  expect([...(await statuses(first.day)), ...(await statuses(second.day))]).toEqual(['confirmed', 'confirmed'])
})

test('more than one page of refunds is compared to the last one', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await site.cards.tell('webhooks', { drop: true })
  for (let n = 0; n < 103; n++) await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 10 })
  await withoutEvents()
  const { balances } = await compare()
  for (const { ours, theirs } of balances) expect(theirs).toEqual(ours)
  expect(await refundsOn(site, booking.travelDate)).toHaveLength(103)
})
