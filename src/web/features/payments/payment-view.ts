import type { CheckoutSessionAnswer } from '#shared/payments.ts'
import { currencyOf, DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts'

export type CheckoutSession = CheckoutSessionAnswer['session']

/** "21 Nov 2026, 2:32 pm" in the visitor's own time zone; the provider counts in seconds. */
function momentText(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** What the payment result shows (specification §2, §3). Only 'paid' is a success. */
export function toPaymentView(session: CheckoutSession) {
  return {
    isPaid: session.payment_status === 'paid',
    isRefunded: session.payment_status === 'refunded',
    transactionId: session.payment_intent?.id ?? 'N/A',
    amount: formatMoney({ cents: session.amount_total, currency: currencyOf(session.currency, DEFAULT_CURRENCY.tour) }),
    method: capitalised(session.payment_method_types[0] ?? 'N/A'),
    date: momentText(session.created),
    status: capitalised(session.payment_status),
    receiptUrl: session.receipt_url ?? undefined,
  }
}
