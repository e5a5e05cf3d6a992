import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { createBuyer, mailsTo } from '../../../../tests/support/buyers.ts'
import {
  approvedQuote,
  askForQuote,
  bookBody,
  clickLink,
  CONTACT,
  createStaff,
  draftOf,
  linkOf,
  mailsAbout,
  moneyOf,
  statusOf,
} from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const DAY = 24 * 60 * 60
const site = await openPaymentSite()

test.each([
  [7, 3_480_000],
  [6, 1_740_000],
  [3, 1_740_000],
  [2, 0],
])('cancelled %i days before the move, %i paise of the agreed price come back in rupees', async (days, refundCents) => {
  const at = new Date(site.deps.now().getTime() + days * DAY * 1000)
  const quote = await askForQuote(site, { pickupDate: at.toISOString(), dropoffDate: at.toISOString() })
  const staff = await createStaff(site)
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: quote.id }), {})
  await site.cards.pay(await clickLink(quote.mover, await linkOf(site, quote.id)))
  const [mine] = (await quote.mover.get(bookingCalls.listVehicleBookings.path)).json
  const preview = (await quote.mover.get(pathOf(cancellationCalls.previewRefund, { id: quote.id }))).json
  expect(preview).toMatchObject({ refundAmount: (refundCents / 100).toFixed(2), currency: 'inr', daysLeft: days })
  const cancel = () =>
    quote.mover.post(cancellationCalls.cancelOwnBooking.path, { bookingId: quote.id, stripeId: mine.stripeId, reason: '' })
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await statusOf(site, quote.id)).toBe('cancelled')
  const expected = refundCents > 0 ? { refund_cents: refundCents, state: 'succeeded' } : { refund_cents: null }
  expect(await moneyOf(site, quote.id)).toMatchObject([{ role: 'primary', currency: 'inr', ...expected }])
  const [cancelled] = (await quote.mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(cancelled.refund).toEqual(refundCents > 0 ? { amount: (refundCents / 100).toFixed(2), state: 'succeeded' } : null)
  expect((await mailsAbout(site, quote.id)).filter((template) => template === 'booking-cancelled')).toHaveLength(1)
})

test('only a confirmed vehicle booking can be cancelled, by its owner', async () => {
  const { mover, id } = await approvedQuote(site)
  const { mover: other } = await askForQuote(site)
  expect((await mover.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id, stripeId: null, reason: '' })).json.code).toBe(
    'not_cancellable',
  )
  expect((await other.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id, stripeId: null, reason: '' })).status).toBe(404)
})

test('from the request to the cancellation, every mail goes to the contact given in the wizard, not to the account', async () => {
  const mover = await createBuyer(site)
  const email = `contact-${mover.email}`
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact: { ...CONTACT, email } }) })
  const { id } = (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json.booking
  await (await createStaff(site)).post(pathOf(staffQuoteCalls.approveQuote, { id }), {})
  const session = await clickLink(mover, await linkOf(site, id))
  await site.cards.pay(session)
  const { payment_intent } = (await mover.get(pathOf(getCheckoutSession, { id: session }))).json.session
  await mover.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id, stripeId: payment_intent.id, reason: '' })
  expect(await mailsTo(site, email)).toEqual(['quote-received', 'quote-approved', 'booking-confirmed', 'booking-cancelled'])
  expect(await mailsTo(site, mover.email)).toEqual([])
})
