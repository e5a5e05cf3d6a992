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
  const tell = (name: AmountName, sentence: (money: string) => string) => {
    const money = toMoney(amounts[name] ?? 0, currency)
    return money.cents > 0 ? [sentence(formatMoney(money))] : []
  }
  const sentences = [
    ...tell('amount', (money) => returnedText(money, state)),
    ...tell('waitingAmount', (money) => `The refund of ${money} waits until the dispute at your bank has ended.`),
    ...tell('disputedAmount', (money) => `${money} has gone back through your bank’s dispute, so we do not refund it again.`),
    ...tell('settledAmount', (money) => `The refund of ${money} did not reach your card; we have settled it with you another way.`),
    ...tell('failedAmount', (money) => `The refund of ${money} did not reach your card. We are looking into it and will write to you.`),
  ]
  return sentences.join(' ') || 'No refund was due under the refund policy.'
}

function returnedText(money: string, state: string): string {
  if (state === 'requested') return `We are sending ${money} back to your card.`
  const isBack = state === 'succeeded' || AMOUNT_OF_STATE[state] !== undefined
  return `${money} ${isBack ? 'has been refunded' : 'is on its way back'} to your card.`
}
