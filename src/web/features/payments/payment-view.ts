import type { Lenient } from '#shared/lenient.ts'
import type { checkoutSessionResponseSchema } from '#shared/payments.ts'
import { localToday, longDay } from '#shared/dates.ts'
import { refundAtStart, SERVICE_WORDS } from '#shared/refund-lines.ts'
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
    isMove: session.booking?.kind === 'vehicle',
    bought: boughtBy(session),
  }
}

/** Returns what was paid for, line by line; nothing where the response does not tell. */
function boughtBy({ booking, payment_status }: CheckoutSession): { name: string; value: string }[] {
  if (!booking) return []
  const { kind, title, startsOn, guests, refundPolicy } = booking
  const isTour = kind === 'tour'
  const isBooked = payment_status === 'paid' && startsOn
  const lines = [
    { name: isTour ? 'Tour' : 'Service', value: title },
    { name: isTour ? 'Travel Date' : 'Date', value: startsOn && longDay(startsOn) },
    { name: 'Guests', value: guests ? String(guests) : undefined },
    { name: 'Cancellation', value: isBooked && refundAtStart(refundPolicy, startsOn, localToday(), isTour ? undefined : SERVICE_WORDS) },
  ]
  return lines.flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}
