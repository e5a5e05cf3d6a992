import { useQuery } from '@tanstack/react-query'
import type { RefundPreview as Preview } from '#shared/bookings/public.ts'
import { formatMoney, isCurrency, toMoney, type Currency } from '#shared/money.ts'
import { refundPreviewQuery } from './api/get-refund-preview.ts'

/** The refund if cancelled now; renders nothing while unknown. */
export function RefundPreview({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(refundPreviewQuery(bookingId))
  const text = data && refundPreviewText(data)
  return (
    <p role="status" className="rounded-field bg-sea-tint px-4 py-3 text-sea-deep empty:hidden">
      {text}
    </p>
  )
}

/** Describes the refund in a sentence or two; undefined if the response cannot be interpreted. */
export function refundPreviewText(preview: Omit<Preview, 'policy'>): string | undefined {
  const { refundAmount, dispute, currency } = preview
  if (!isCurrency(currency)) return undefined
  if (dispute === 'lost') return 'No refund is due: your bank has already returned this payment through a dispute.'
  const mayWait = dispute === 'open' && Number(refundAmount) > 0 ? ` ${MAY_WAIT}` : ''
  return `${amountText(preview, currency)}${mayWait}`
}

const MAY_WAIT = 'Some or all of it may be delayed until your bank settles the dispute over this payment.'

function amountText({ tier, refundAmount, totalAmount, returnedAmount, daysLeft }: Omit<Preview, 'policy'>, currency: Currency): string {
  const money = (amount: string) => formatMoney(toMoney(amount, currency))
  const when = daysLeft === 1 ? 'with 1 day to go' : `with ${daysLeft} days to go`
  if (Number(returnedAmount) > 0) {
    const before = `${money(returnedAmount ?? '0')} of ${money(totalAmount)} has already been refunded.`
    return Number(refundAmount) > 0 ? `You’ll get back ${money(refundAmount)}, ${when}: ${before}` : `No further refund, ${when}: ${before}`
  }
  if (tier === 'full') return `You’ll get a full refund of ${money(refundAmount)}, ${when}.`
  if (tier === 'partial') return `You’ll get back ${money(refundAmount)} of ${money(totalAmount)}, ${when}.`
  return `No refund is due on the ${money(totalAmount)}, ${when}.`
}
