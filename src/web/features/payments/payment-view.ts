import type { Lenient } from '#shared/lenient.ts'
import type { checkoutSessionResponseSchema } from '#shared/payments.ts'
import { DEFAULT_CURRENCY, formatMoney, isCurrency } from '#shared/money.ts'

export type CheckoutSession = Lenient<typeof checkoutSessionResponseSchema>['session']

/** Returns "21 Nov 2026, 2:32 pm" in the visitor's own time zone; the provider counts in seconds. */
function momentText(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

const MISSING = 'N/A'
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** Returns what the payment result shows (specification §2, §3). Only 'paid' is a success. */
export function toPaymentView(session: CheckoutSession) {
  const code = session.currency?.toLowerCase()
  const currency = isCurrency(code) ? code : DEFAULT_CURRENCY.tour
  return {
    isPaid: session.payment_status === 'paid',
    isRefunded: session.payment_status === 'refunded',
    transactionId: session.payment_intent?.id ?? MISSING,
    amount: session.amount_total === undefined ? MISSING : formatMoney({ cents: session.amount_total, currency }),
    method: capitalised(session.payment_method_types[0] ?? MISSING),
    date: session.created === undefined ? MISSING : momentText(session.created),
    status: capitalised(session.payment_status ?? MISSING),
    receiptUrl: session.receipt_url ?? undefined,
  }
}
