import { expect, test, vi } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { followDispute, processEvent } from '#server/features/reconciliation/events.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  createBuyer,
  mailsTo,
  nextDay,
  passTime,
  paymentsOn,
  refundsOn,
  tasksOn,
  tellStaffThenCustomers,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { sendRefund } from './sending.ts'

const DISPUTED = '4000000000000259'
const site = await openPaymentSite()

/** A booking that was cancelled while its payment is disputed, so that its refund waits. */
async function blockedRefund() {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), DISPUTED)
  await site.cards.tell('drain')
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  expect(refund?.state).toBe('blocked')
  return { buyer, day: booking.travelDate, payment: booking.stripeid, blocked: refund?.id ?? '' }
}

async function decide(payment: string | null, outcome: 'won' | 'lost'): Promise<void> {
  await site.cards.tell('dispute', { payment_intent: payment, outcome })
  await site.cards.tell('drain')
}

async function refundTold(buyer: Browser) {
  return (await buyer.bookings())[0]?.refund
}

test('a refund that a dispute blocked is sent again as a new row once the dispute is won', async () => {
  const { buyer, day, payment, blocked } = await blockedRefund()
  expect(await refundTold(buyer)).toEqual({ amount: '0.00', state: 'blocked', waitingAmount: '2180.00' })
  await decide(payment, 'won')
  const [, again] = await refundsOn(site, day)
  expect(again).toMatchObject({ replaces: blocked, state: 'requested', amount_cents: 218_000 })
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
  expect(await refundTold(buyer)).toEqual({ amount: '2180.00', state: 'succeeded' })
  const tasks = await tasksOn(site, day)
  expect(tasks.find(({ kind }) => kind === 'refund_blocked')?.outcome).toBe(`The dispute was won: sent again as refund ${again?.id}.`)
})

test('what was refunded outside as soon as the dispute was won is not sent again, and its customer is not told of a failure', async () => {
  const { buyer, day, payment, blocked } = await blockedRefund()
  await tellStaffThenCustomers(site)
  await site.cards.tell('webhooks', { drop: true })
  const dispute = (await site.cards.tell('dispute', { payment_intent: payment, outcome: 'won' })) as { id: string }
  await site.cards.tell('webhooks')
  await site.cards.tell('external_refund', { payment_intent: payment })
  await site.cards.tell('drain')
  await followDispute(site.deps, dispute.id)
  expect((await refundsOn(site, day)).map(({ state, replaces }) => [state, replaces])).toEqual([
    ['canceled', null],
    ['succeeded', blocked],
  ])
  expect((await tasksOn(site, day)).find(({ kind }) => kind === 'refund_blocked')?.outcome).toContain('refunded in full outside this site')
  await tellStaffThenCustomers(site)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled', 'refund-disputed'])
  expect(await refundTold(buyer)).toEqual({ amount: '2180.00', state: 'succeeded' })
})

test('an event of an open dispute that is processed late does not open again the task that a person has closed', async () => {
  const buyer = await createBuyer(site)
  const { stripeid, travelDate } = await bookAndPay(site, buyer, 2, nextDay(), DISPUTED)
  await site.cards.tell('drain')
  const { db } = site.deps
  const [task] = await db
    .selectFrom('tasks')
    .select(['id', 'subject'])
    .where('kind', '=', 'dispute_opened')
    .orderBy('opened_at', 'desc')
    .execute()
  await db.transaction().execute((trx) => closeTask(trx, operator('admin_1'), task?.id ?? '', 'Answered.', site.deps.now()))
  await followDispute(site.deps, task?.subject ?? '')
  expect((await tasksOn(site, travelDate)).map(({ kind, outcome }) => [kind, outcome])).toEqual([['dispute_opened', 'Answered.']])
  await decide(stripeid, 'won')
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })
  await site.cards.tell('drain')
  expect((await tasksOn(site, travelDate)).map(({ kind }) => kind)).toEqual(['dispute_opened', 'dispute_won', 'dispute_opened'])
})

test('a dispute that is read as won many times sends a blocked refund once', async () => {
  const { day, payment } = await blockedRefund()
  await site.cards.tell('webhooks', { duplicate: 5 })
  await decide(payment, 'won')
  await reconcile(site.deps, site.app.log, 0)
  expect(await refundsOn(site, day)).toHaveLength(2)
  expect((await paymentsOn(site, day))[0]?.refund_requested_cents).toBe(218_000)
})

test('a dispute that is lost ends the refund: the bank has paid, customer and staff are told so', async () => {
  const { buyer, day, payment, blocked } = await blockedRefund()
  await tellStaffThenCustomers(site)
  await decide(payment, 'lost')
  await tellStaffThenCustomers(site)
  await sendRefund(site.deps, blocked)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ state, provider_refund_id }) => [state, provider_refund_id])).toEqual([['lost', null]])
  expect(await refundTold(buyer)).toEqual({ amount: '0.00', state: 'lost', disputedAmount: '2180.00' })
  expect((await tasksOn(site, day)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['dispute_opened', 'The dispute has closed: lost.'],
    ['refund_blocked', 'The dispute was lost: the bank has returned the payment.'],
    ['dispute_lost', null],
  ])
  const mails = await site.deps.db.selectFrom('mails').selectAll().where('recipient', '=', buyer.email).orderBy('created_at').execute()
  expect(mails.map(({ template }) => template)).toEqual(['booking-confirmed', 'booking-cancelled', 'refund-disputed', 'refund-disputed'])
  expect(mails[1]?.data).toMatchObject({ dispute: 'open' })
  expect(mails.slice(2).map(({ data }) => (data as unknown as { state: string }).state)).toEqual(['blocked', 'lost'])
})

test('a dispute of which we have not heard does not end a refund: it is sent again until it gets through', async () => {
  const buyer = await createBuyer(site)
  await site.cards.tell('webhooks', { hold: true })
  const booking = await bookAndPayUnheard(buyer)
  const response = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(response.json.refund.state).toBe('requested')
  expect(await tasksOn(site, booking.travelDate)).toMatchObject([{ kind: 'refund_blocked', outcome: null }])
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await passTime(site, 130)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['succeeded'])
  expect((await tasksOn(site, booking.travelDate))[0]?.outcome).toBe('The card provider has accepted the refund.')
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
  await site.cards.tell('release')
})

/** Books and pays while no event reaches us. */
async function bookAndPayUnheard(buyer: Browser, card = DISPUTED) {
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(session, { card, wait: false })
  await reconcile(site.deps, site.app.log, 0)
  const booking = (await buyer.bookings())[0]
  if (booking?.status !== 'confirmed') throw new Error(`booking: ${booking?.status}`)
  return booking
}

test('a refund that waits for the balance is overtaken by a dispute, and sent again when that is won', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('balance', { empty: 'pends' })
  const response = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(response.json.refund.state).toBe('pending')
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'opened' })
  await site.cards.tell('drain')
  await expect.poll(async () => (await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['blocked'])
  await site.cards.tell('balance')
  await decide(booking.stripeid, 'won')
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
})

test('a dispute that reads differently every time leaves its event to be tried again', async () => {
  const buyer = await createBuyer(site)
  await site.cards.tell('webhooks', { drop: true })
  const { stripeid } = await bookAndPayUnheard(buyer, '4242424242424242')
  const { id } = (await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })) as { id: string }
  const { db, cards } = site.deps
  await db.insertInto('provider_events').values({ id: 'evt_restless', type: 'charge.dispute.created', object_id: id }).execute()
  const read = cards.getDispute
  let readings = 0
  const restless = vi.spyOn(cards, 'getDispute').mockImplementation(async (each) => {
    const dispute = await read.call(cards, each)
    return { ...dispute, status: `state ${++readings}` }
  })
  await expect(processEvent(site.deps, 'evt_restless')).rejects.toThrow(`Dispute ${id} read differently 10 times in a row.`)
  restless.mockRestore()
  const event = () => db.selectFrom('provider_events').select('processed_at').where('id', '=', 'evt_restless').executeTakeFirstOrThrow()
  expect((await event()).processed_at).toBeNull()
  await processEvent(site.deps, 'evt_restless')
  expect((await event()).processed_at).not.toBeNull()
})
