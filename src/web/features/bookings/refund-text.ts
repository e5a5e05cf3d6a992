import type { LenientRefund } from '#shared/bookings.ts'
import { formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { isStuck } from '#shared/refunds.ts'

/** Returns in words what a booking gave back and what did not arrive. */
export function refundText({ amount, state: given = '', failedAmount }: LenientRefund, currency: Currency): string {
  const state = given.toLowerCase()
  // Where a response has one amount only, it is that of the refund whose state it gives.
  const isOfFailure = isStuck(state) && failedAmount === undefined
  const returned = toMoney(isOfFailure ? 0 : amount, currency)
  const failed = toMoney(isOfFailure ? amount : (failedAmount ?? 0), currency)
  const sentences: string[] = []
  if (returned.cents > 0) {
    const isBack = state === 'succeeded' || isStuck(state)
    sentences.push(`${formatMoney(returned)} ${isBack ? 'has been refunded' : 'is on its way back'} to your card.`)
  }
  if (failed.cents > 0) {
    sentences.push(`The refund of ${formatMoney(failed)} did not reach your card. We are looking into it and will write to you.`)
  }
  return sentences.join(' ') || 'No refund was due under the refund policy.'
}
