import { expect, test } from 'vitest'
import type { TourBooking } from '#shared/bookings/public.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, inDays, nextDay, refundsOn, tasksOn } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

/** Gives money back at the provider, as staff do in its dashboard. */
async function giveBackOutside({ stripeid }: TourBooking, cents: number): Promise<void> {
  await site.cards.tell('external_refund', { payment_intent: stripeid, amount: cents })
  await site.cards.tell('drain')
}

async function preview(buyer: Browser, { id }: TourBooking) {
  return (await buyer.get(pathOf(cancellationCalls.previewRefund, { id }))).json
}

/** Cancels, and returns what was said to come back: by the response and by the email. */
async function cancel(buyer: Browser, { id }: TourBooking) {
  const { refund } = (await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).json
  const mail = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', buyer.email)
    .where('template', '=', 'booking-cancelled')
    .executeTakeFirstOrThrow()
  return { amount: refund?.amount, text: renderTemplate('booking-cancelled', mail.data).text }
}

test('after a part was given back outside, preview, response and email promise the rest', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  expect(await preview(buyer, booking)).toMatchObject({ refundAmount: '2180.00', returnedAmount: '0.00' })
  await giveBackOutside(booking, 50_000)
  expect(await preview(buyer, booking)).toMatchObject({ refundAmount: '1680.00', returnedAmount: '500.00', totalAmount: '2180.00' })
  const { amount, text } = await cancel(buyer, booking)
  expect(amount).toBe('1680.00')
  expect(text).toContain('$1,680.00 will be refunded to the card')
  expect(text).toContain('We had already refunded $500.00')
})

test('after everything was given back outside, nothing more is promised', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  await giveBackOutside(booking, 109_000)
  expect(await preview(buyer, booking)).toMatchObject({ refundAmount: '0.00', returnedAmount: '1090.00' })
  const { amount, text } = await cancel(buyer, booking)
  expect(amount).toBeUndefined()
  expect(text).toContain('No further refund is due. We had already refunded $1,090.00.')
})

test('a part of the price by the policy is not reduced by what went back outside, while so much is left', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 10))
  const policy = (await preview(buyer, booking)).refundAmount
  await giveBackOutside(booking, 10_000)
  expect((await preview(buyer, booking)).refundAmount).toBe(policy)
})

test('what went back outside of a booking that staff have kept is part of what the policy gives', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 11))
  await giveBackOutside(booking, 10_000)
  const manager = await createStaff(site, 'manager')
  const [task] = await tasksOn(site, booking.travelDate)
  const asked = (await preview(buyer, booking)).refundAmount
  expect((await manager.post(pathOf(taskSteps.keep, { id: task?.id ?? '' }))).status).toBe(200)
  expect((await preview(buyer, booking)).refundAmount).toBe((Number(asked) - 100).toFixed(2))
  expect((await cancel(buyer, booking)).amount).toBe((Number(asked) - 100).toFixed(2))
})

test('goodwill that did not go through is still owed, so that cancelling gives back the rest', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
  const manager = await createStaff(site, 'manager')
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))).json
  await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), {
    reason: 'A noisy hotel.',
    amountCents: 10_000,
    seen,
  })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  expect((await buyer.bookings())[0]?.refund).toMatchObject({ state: 'failed', failedAmount: '100.00' })
  expect((await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))).json).toMatchObject({
    leftCents: 208_000,
    policyCents: 208_000,
  })
  expect((await cancel(buyer, booking)).amount).toBe('2080.00')
  const task = (await tasksOn(site, booking.travelDate)).find(({ kind }) => kind === 'refund_failed')
  expect((await manager.post(pathOf(taskSteps.retry, { id: task?.id ?? '' }))).status).toBe(200)
})

test('while a payment is disputed the preview says so, and once the dispute is lost nothing comes back from us', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  expect(await preview(buyer, booking)).toMatchObject({ refundAmount: '2180.00', dispute: 'open' })
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'lost' })
  await site.cards.tell('drain')
  expect(await preview(buyer, booking)).toMatchObject({ refundAmount: '0.00', dispute: 'lost' })
  const { text } = await cancel(buyer, booking)
  expect(text).toContain('Your bank has already returned this payment to you through the dispute')
  expect(text).not.toContain('2,180.00 goes back')
  expect(text).toMatch(/Refund:? +\$0\.00/)
})
