import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { decideWrongPayment } from '#server/features/fulfilment/quarantine.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { operator } from '#server/lib/actors.ts'
import { bookingsOn, createBuyer, mailsTo, nextDay, paymentsOn, refundsOn, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { continueCancellations } from './departure-endings.ts'

const COMPLETED = 'checkout.session.completed'
const site = await openPaymentSite({ settles: true })
const admin = await createStaff(site, 'admin')

async function cancel(day: string) {
  const id = departureId(TOUR, day)
  const { json: seen } = await admin.get(pathOf(departureCalls.previewCancellation, { id }))
  return admin.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'A storm.', seen })
}

async function work(): Promise<void> {
  await continueCancellations(site.deps, site.app.log)
}

/** Expects that nothing was confirmed, and that all that was paid goes back. */
async function expectReturned(day: string): Promise<void> {
  await reconcile(site.deps, site.app.log, 0)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect((await paymentsOn(site, day)).map(({ role }) => role)).toEqual(['late'])
  expect((await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([[218_000, 'succeeded']])
  expect(await seatsTaken(site, day)).toBe(0)
}

test('what is paid on a page that was still open when the departure was cancelled goes back in full, with the reason', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await cancel(day)
  await site.cards.pay(session)
  await expectReturned(day)
  await work()
  expect(await mailsTo(site, buyer.email)).toEqual(['payment-returned'])
  const { data } = await site.deps.db.selectFrom('mails').select('data').where('recipient', '=', buyer.email).executeTakeFirstOrThrow()
  expect(renderTemplate('payment-returned', data).text).toContain('we’d had to cancel this departure')
})

test('what was paid before the departure was cancelled, and is heard of only later, goes back in full too', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await cancel(day)).json).toMatchObject({ figures: { bookings: 0, holds: 1 } })
  // Closing its page, the job learns that it has been paid.
  await work()
  await expectReturned(day)
})

test('what is paid on a page that the provider lets through after it was closed goes back in full', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await cancel(day)
  await work()
  expect((await buyer.post(pathOf(continuePayment, { id: (await bookingsOn(site, day))[0]?.id ?? '' }))).status).toBe(409)
  await site.cards.pay(session, { force: true })
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  await expectReturned(day)
  expect(await mailsTo(site, buyer.email)).toEqual(['departure-cancelled', 'payment-returned'])
})

test('paid and cancelled at the same instant: whichever comes first, all of it goes back, once', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [day, buyer] = [nextDay(), await createBuyer(site)]
    const session = await buyer.openCheckout(TOUR, 2, day)
    const [, response] = await Promise.all([site.cards.pay(session), cancel(day)])
    // The figures changed in between: decided again.
    if (response.status === 409) await cancel(day)
    await work()
    await reconcile(site.deps, site.app.log, 0)
    expect((await bookingsOn(site, day)).map(({ status }) => status)[0], `round ${round}`).toMatch(/cancelled|expired/)
    expect((await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([[218_000, 'succeeded']])
    expect(await seatsTaken(site, day)).toBe(0)
  }
})

test('a payment of a wrong amount cannot be accepted for a cancelled departure, only given back', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('alter', { amount: 217_000 })
  await site.cards.pay(session)
  await cancel(day)
  await work()
  const tasks = site.deps.db
    .selectFrom('tasks')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('tasks.id')
    .where('starts_on', '=', day)
  const { id } = await tasks.executeTakeFirstOrThrow()
  // The payment's own task says what it waits for: that its booking has not ended is none of its own.
  for (let round = 0; round < 6; round += 1) {
    site.advance(6 * 60_000)
    await work()
  }
  expect(await tasks.execute()).toEqual([{ id }])
  await expect(decideWrongPayment(site.deps, operator('admin_1'), id, 'confirm')).rejects.toThrow('its departure has been cancelled')
  await decideWrongPayment(site.deps, operator('admin_1'), id, 'refund')
  site.advance(6 * 60_000)
  await work()
  const { json } = await admin.get(pathOf(departureCalls.getCancellation, { id: departureId(TOUR, day) }))
  expect(json).toMatchObject({ done: 1, waiting: 0, failures: [] })
})
