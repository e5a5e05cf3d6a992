import type { LenientRefund } from '#shared/bookings/public.ts'
import { formatMoney, toMoney, type Currency } from '#shared/money.ts'

type AmountName = 'amount' | 'failedAmount' | 'settledAmount' | 'waitingAmount' | 'disputedAmount'

/** If a response has a single amount, it belongs to the refund whose state it gives. */
const AMOUNT_OF_STATE: Partial<Record<string, AmountName>> = {
  failed: 'failedAmount',
  canceled: 'failedAmount',
  blocked: 'waitingAmount',
  lost: 'disputedAmount',
  settled: 'settledAmount',
}

export function refundText(refund: LenientRefund, currency: Currency): string {
  const state = (refund.state ?? '').toLowerCase()
  const { failedAmount, settledAmount, waitingAmount, disputedAmount } = refund
  const isOnly = [failedAmount, settledAmount, waitingAmount, disputedAmount].every((each) => each === undefined)
  const amounts: { [name in AmountName]?: string | undefined } = isOnly ? { [AMOUNT_OF_STATE[state] ?? 'amount']: refund.amount } : refund
  const say = (name: AmountName, sentence: (money: string) => string) => {
    const money = toMoney(amounts[name] ?? 0, currency)
    return money.cents > 0 ? [sentence(formatMoney(money))] : []
  }
  const sentences = [
    ...say('amount', (money) => returnedText(money, state)),
    ...say('waitingAmount', (money) => `Your refund of ${money} is on hold until your bank settles the dispute.`),
    ...say('disputedAmount', (money) => `Your bank has already returned ${money} to you through the dispute, so we won’t refund it again.`),
    ...say('settledAmount', (money) => `Your refund of ${money} didn’t reach your card, so we paid you another way.`),
    ...say('failedAmount', (money) => `Your refund of ${money} didn’t reach your card. We’re looking into it and will email you.`),
  ]
  return sentences.join(' ') || 'No refund was due under the refund policy.'
}

function returnedText(money: string, state: string): string {
  if (state === 'requested') return `We’re refunding ${money} to your card.`
  const isBack = state === 'succeeded' || AMOUNT_OF_STATE[state] !== undefined
  return `${money} ${isBack ? 'has been refunded' : 'is on its way back'} to your card.`
}
