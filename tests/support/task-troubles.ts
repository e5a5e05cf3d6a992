import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { bookAndPay, createBuyer, nextDay, refundsOn } from './buyers.ts'
import type { TestApp } from './test-app.ts'

/** The sandbox's cards for a disputed payment and for a refund that fails later. */
export const DISPUTED = '4000000000000259'
const REFUND_FAILS = '4000000000005126'

/** Creates a paid booking for a new customer, on a day of its own. */
export async function bookedBySomebody(site: TestApp, card?: string) {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 2, day, card)
  await site.cards.tell('drain')
  return { buyer, day, booking }
}

/** Of `half` of the payment another refund of the same amount can still be made. */
export async function bookedWithFailedRefund(site: TestApp, part: 'all' | 'half' = 'all') {
  const made = await bookedBySomebody(site, REFUND_FAILS)
  const half = { full_refund_days: 99_999, partial_refund_days: 1, partial_refund_percentage: 50 }
  if (part === 'half') await site.deps.db.updateTable('bookings').set(half).where('id', '=', made.booking.id).execute()
  await made.buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: made.booking.id, reason: 'Ill' })
  await site.cards.tell('settle', { refund: (await refundsOn(site, made.day))[0]?.provider_refund_id })
  await site.cards.tell('drain')
  return made
}
