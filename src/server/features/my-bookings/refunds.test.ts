import { expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

/** A refund to this card succeeds at first and fails later. */
const REFUND_FAILS_LATER = '4000000000005126'
const site = await openPaymentSite()

interface Paid {
  owner: Browser
  list: string
  id: string
  payment: string
  /** The price as decimal text. */
  total: string
}

async function paidTour(): Promise<Paid> {
  const owner = await createBuyer(site)
  const booking = await bookAndPay(site, owner, 2, nextDay(), REFUND_FAILS_LATER)
  return { owner, list: bookingCalls.listTourBookings.path, id: booking.id, payment: booking.stripeid ?? '', total: '2180.00' }
}

async function paidVehicle(): Promise<Paid> {
  const { mover: owner, id, link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(owner, link), { card: REFUND_FAILS_LATER })
  const list = bookingCalls.listVehicleBookings.path
  const [booking] = (await owner.get(list)).json
  return { owner, list, id, payment: booking.stripeId, total: '34800.00' }
}

test.each([
  ['tour', paidTour],
  ['vehicle', paidVehicle],
])('a %s booking shows a refund that did not arrive, until it is sent again', async (_kind, pay) => {
  const { owner, list, id, payment, total } = await pay()
  const shownRefund = async () => (await owner.get(list)).json[0].refund
  await owner.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
  expect(await shownRefund()).toEqual({ amount: total, state: 'succeeded' })

  const { db } = site.deps
  const ofPayment = db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_id').where('provider_payment_id', '=', payment)
  const refund = await ofPayment.select('provider_refund_id').executeTakeFirstOrThrow()
  await site.cards.tell('settle', { refund: refund.provider_refund_id })
  await site.cards.tell('drain')
  expect(await shownRefund()).toEqual({ amount: '0.00', state: 'failed', failedAmount: total })

  await site.cards.tell('external_refund', { payment_intent: payment })
  await site.cards.tell('drain')
  expect(await shownRefund()).toEqual({ amount: total, state: 'succeeded' })
})
