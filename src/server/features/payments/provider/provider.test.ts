import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SessionOrder } from '#server/lib/card-provider.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { createSandboxCards, createStripeCards } from './stripe.ts'

const CREATE_SESSION = 'POST /v1/checkout/sessions'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterEach(async () => site.cards.tell('faults/clear'))
afterAll(async () => site.close())

function order(changes: Partial<SessionOrder> = {}): SessionOrder {
  return {
    attemptId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    bookingId: '6f1e2b7a-9a54-4d3f-8f0e-3a8a0a5a2f11',
    reference: 'M-ZVQ39VAK',
    item: { priceId: 'price_1', quantity: 3 },
    customerEmail: 'alice@example.test',
    expiresAt: new Date('2027-03-01T10:00:00.900Z'),
    paidUrl: 'http://localhost:3000/pay/return',
    cancelUrl: 'http://localhost:3000/pay/cancel?token=t',
    ...changes,
  }
}

/** A session of 50 pounds, open for forty minutes. */
async function openSession(attemptId: string, cards = site.deps.cards) {
  const expiresAt = new Date(Date.now() + 40 * 60_000)
  const item = { name: 'Moving', amountCents: 5000, currency: 'gbp' } as const
  return cards.openSession(attemptId, cards.freezeSession(order({ attemptId, item, expiresAt })))
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function listIds(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  return (await all(items)).map(({ id }) => id)
}

/** What every version has stored so far for an attempt that books a tour. */
function storedFor(attemptId: string, price: string, expiresAt: number) {
  const metadata = { attempt_id: attemptId, booking_id: '6f1e2b7a-9a54-4d3f-8f0e-3a8a0a5a2f11', reference: 'M-ZVQ39VAK' }
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [{ price, quantity: 3 }],
    client_reference_id: attemptId,
    customer_email: 'alice@example.test',
    metadata,
    payment_intent_data: { metadata },
    adaptive_pricing: { enabled: false },
    expires_at: expiresAt,
    success_url: 'http://localhost:3000/pay/return?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/pay/cancel?token=t',
  }
}

test('what earlier versions have stored for an attempt still opens its session', async () => {
  const tour = await site.deps.db.selectFrom('tours').selectAll().where('id', '=', 'tokyo-and-mount-fuji').executeTakeFirstOrThrow()
  const attemptId = randomUUID()
  const stored = storedFor(attemptId, tour.stripe_price_id ?? '', Math.floor(Date.now() / 1000) + 2400)
  const session = await site.deps.cards.openSession(attemptId, stored)
  expect(session).toMatchObject({ isOpen: true, attemptId, amountCents: tour.base_price_cents * 3, currency: 'usd' })
})

test('what is frozen for a tour is to the letter what earlier versions have stored', () => {
  const { attemptId, expiresAt } = order()
  const seconds = Math.floor(expiresAt.getTime() / 1000)
  expect(site.deps.cards.freezeSession(order())).toEqual(storedFor(attemptId, 'price_1', seconds))
})

test('what is paid for, and until when cancelling is free, is frozen for the card page', () => {
  const what = 'Tokyo and Mount Fuji, 3 Apr 2027, 3 guests.'
  const cancellation = 'Free cancellation until 20 Mar 2027.'
  const frozen = site.deps.cards.freezeSession(order({ about: { what, cancellation } }))
  expect(frozen['custom_text']).toEqual({ submit: { message: `${what} ${cancellation}` } })
  expect(frozen['payment_intent_data']).toMatchObject({ description: what })
  const past = site.deps.cards.freezeSession(order({ about: { what, cancellation: undefined } }))
  expect(past['custom_text']).toEqual({ submit: { message: what } })
  const payUntil = 'Please pay by 23:59 on Sat, 20 Mar 2027, London time.'
  const kept = site.deps.cards.freezeSession(order({ about: { what, payUntil, cancellation } }))
  expect(kept['custom_text']).toEqual({ submit: { message: `${what} ${payUntil} ${cancellation}` } })
})

test('what is frozen for a quote has its price within', () => {
  const item = { name: 'Moving (M-ZVQ39VAK)', amountCents: 3_570_000, currency: 'inr' } as const
  const price = { currency: 'inr', unit_amount: 3_570_000, product_data: { name: 'Moving (M-ZVQ39VAK)' } }
  expect(site.deps.cards.freezeSession(order({ item }))).toMatchObject({ line_items: [{ price_data: price, quantity: 1 }] })
})

test('a session that is opened again for its attempt is the same one, and tells what was paid', async () => {
  const { cards } = site.deps
  const attemptId = randomUUID()
  const item = { name: 'Moving', amountCents: 5000, currency: 'gbp' } as const
  const frozen = cards.freezeSession(order({ attemptId, item, expiresAt: new Date(Date.now() + 40 * 60_000) }))
  const first = await cards.openSession(attemptId, frozen)
  expect(await cards.openSession(attemptId, frozen)).toEqual(first)
  expect(first).toMatchObject({ isOpen: true, amountCents: 5000, currency: 'gbp', attemptId, isLive: false, payment: undefined })
  await site.cards.pay(first.id)
  const paid = await cards.getSession(first.id)
  expect(paid).toMatchObject({ isOpen: false, url: null, payment: { amountCents: 5000, currency: 'gbp', method: 'card' } })
  const paymentId = paid.payment?.id ?? ''
  expect(await listIds(cards.listSessions({ paymentId }))).toEqual([first.id])
})

test('a session that is no longer open, and one that there is not, are told apart', async () => {
  const { cards } = site.deps
  const { id } = await openSession(randomUUID())
  await cards.expireSession(id)
  await expect(cards.expireSession(id)).rejects.toMatchObject({ failure: 'not_open' })
  await expect(cards.expireSession('cs_test_of_nobody')).rejects.toMatchObject({ failure: 'missing', code: 'resource_missing' })
})

test('a refund that is asked for twice is one, and what is against another is told by its reason', async () => {
  const { cards } = site.deps
  const { id } = await openSession(randomUUID())
  await site.cards.pay(id)
  const paymentId = (await cards.getSession(id)).payment?.id ?? ''
  const refundId = randomUUID()
  const refund = await cards.createRefund({ id: refundId, keyVersion: 1, paymentId, amountCents: 5000 })
  expect(refund).toMatchObject({ paymentId, amountCents: 5000, state: 'succeeded', failureReason: null, ownId: refundId })
  expect(await cards.createRefund({ id: refundId, keyVersion: 1, paymentId, amountCents: 5000 })).toEqual(refund)
  expect(await listIds(cards.listRefunds({ paymentId }))).toEqual([refund.id])
  await expect(cards.createRefund({ id: randomUUID(), keyVersion: 1, paymentId, amountCents: 1 })).rejects.toMatchObject({
    failure: 'over_refunded',
    code: 'charge_already_refunded',
    requestId: expect.stringMatching(/^req_/),
  })
})

test('a refund that asks for more than is left, or for which the balance is too low, is told by its reason', async () => {
  const { cards } = site.deps
  const { id } = await openSession(randomUUID())
  await site.cards.pay(id)
  const paymentId = (await cards.getSession(id)).payment?.id ?? ''
  const refund = { id: randomUUID(), keyVersion: 1, paymentId }
  await expect(cards.createRefund({ ...refund, amountCents: 5001 })).rejects.toMatchObject({ failure: 'over_refunded' })
  await site.cards.tell('balance', { empty: 'refuses' })
  await expect(cards.createRefund({ ...refund, keyVersion: 2, amountCents: 5000 })).rejects.toMatchObject({ failure: 'no_balance' })
  await site.cards.tell('balance', { empty: 'pends' })
  const waiting = await cards.createRefund({ ...refund, keyVersion: 3, amountCents: 5000 })
  expect(waiting).toMatchObject({ state: 'pending', waitsForBalance: true, ownId: refund.id })
  await site.cards.tell('balance')
  expect(await cards.getRefund(waiting.id)).toMatchObject({ state: 'succeeded', waitsForBalance: false })
})

test('a refund of what is disputed is told by its reason', async () => {
  const { cards } = site.deps
  const { id } = await openSession(randomUUID())
  await site.cards.pay(id, { card: '4000000000000259' })
  const paymentId = (await cards.getSession(id)).payment?.id ?? ''
  await expect(cards.createRefund({ id: randomUUID(), keyVersion: 1, paymentId, amountCents: 1 })).rejects.toMatchObject({
    failure: 'disputed',
  })
})

test('what was paid, refunded, disputed and not delivered in a span is listed, each with the attempt that it is about', async () => {
  const { cards } = site.deps
  await site.cards.tell('clock', { advanceSeconds: 10 })
  const from = new Date((await site.cards.state()).now * 1000)
  const span = { from, until: new Date(from.getTime() + 60_000) }
  const attemptId = randomUUID()
  const { id } = await openSession(attemptId)
  await site.cards.tell('webhooks', { undelivered: true })
  await site.cards.tell('pay', { session: id, card: '4000000000000002' })
  const { payment_intent: paymentId } = (await site.cards.tell('pay', { session: id })) as { payment_intent: string }
  await site.cards.tell('external_refund', { payment_intent: paymentId, amount: 700 })
  await site.cards.tell('dispute', { payment_intent: paymentId, outcome: 'opened' })
  await site.cards.tell('webhooks')
  const ours = { paymentId, attemptId }
  const money = { currency: 'gbp', createdAt: expect.any(Date) }
  expect(await all(cards.listCharges(span))).toEqual([
    { ...ours, ...money, isPaid: true, amountCents: 5000 },
    { ...ours, ...money, isPaid: false, amountCents: 0 },
  ])
  expect(await all(cards.listRefunds({ created: span }))).toMatchObject([{ ...ours, ...money, amountCents: 700, ownId: null }])
  expect(await all(cards.listDisputes({ created: span }))).toMatchObject([
    { ...ours, standing: 'open', amountCents: 5000, takenCents: 5000, currency: 'gbp', reason: 'fraudulent' },
  ])
  expect(await all(cards.listDisputes({ paymentId }))).toMatchObject([{ paymentId, standing: 'open' }])
  expect(await all(cards.listDisputes({ paymentId: 'pi_other' }))).toEqual([])
  expect(await listIds(cards.listSessions({ completeCreated: span }))).toEqual([id])
  const events = await all(cards.listUndeliveredEvents(span))
  expect(events.map(({ type }) => type)).toEqual([
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
    'charge.refunded',
    'refund.created',
    'checkout.session.completed',
  ])
  const later = { from: span.until, until: new Date(span.until.getTime() + 60_000) }
  expect(await all(cards.listCharges(later))).toEqual([])
  expect(await all(cards.listUndeliveredEvents(later))).toEqual([])
})

test.each([
  ['500', 'server_error'],
  ['429', 'uncertain'],
  ['reset_after', 'uncertain'],
  ['html_502', 'uncertain'],
  ['bare_404', 'uncertain'],
] as const)('after %s the outcome is: %s', async (kind, failure) => {
  await site.cards.tell('faults', { route: CREATE_SESSION, kind, count: 3 })
  const port = Number(new URL(site.cards.url).port)
  const impatient = createSandboxCards(() => port, 'whsec_x', { maxNetworkRetries: 0 })
  await expect(openSession(randomUUID(), impatient)).rejects.toMatchObject({ name: 'CardProviderError', failure })
})

test('a key that is not accepted, and a provider that is not up, leave the outcome open', async () => {
  const port = Number(new URL(site.cards.url).port)
  const revoked = createSandboxCards(() => port, 'whsec_x', { key: 'sk_test_revoked' })
  await expect(revoked.getSession('cs_test_1')).rejects.toMatchObject({ failure: 'uncertain' })
  await expect(createSandboxCards(() => undefined, 'whsec_x').getSession('cs_test_1')).rejects.toMatchObject({ failure: 'uncertain' })
})

test('a price that the provider does not have is found to be missing, and needs no retiring', async () => {
  const { cards } = site.deps
  expect(await cards.findPrice('price_of_nobody')).toBeUndefined()
  await cards.retirePrice('price_of_nobody')
})

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
])('with the key %s real money moves: %s', (key, isLive) => {
  expect(createStripeCards(key, []).isLive).toBe(isLive)
})
