import { calls } from '../../src/shared/paths.ts'
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

export async function bookedWithFailedRefund(site: TestApp) {
  const made = await bookedBySomebody(site, REFUND_FAILS)
  await made.buyer.post(calls.createRefund, { bookingId: made.booking.id, reason: 'Ill' })
  await site.cards.tell('settle', { refund: (await refundsOn(site, made.day))[0]?.provider_refund_id })
  await site.cards.tell('drain')
  return made
}
