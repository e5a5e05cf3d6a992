import { useQuery } from '@tanstack/react-query'
import type { RefundPreview as Preview } from '#shared/bookings/public.ts'
import { formatMoney, isCurrency, toMoney, type Currency } from '#shared/money.ts'
import { refundPreviewQuery } from './api/get-refund-preview.ts'

/** The refund if cancelled now; renders nothing while unknown (decisions, "Answers"). */
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
  if (dispute === 'lost') return 'We owe you nothing more: your bank has already returned the money through its dispute of this payment.'
  const mayWait = dispute === 'open' && Number(refundAmount) > 0 ? ` ${MAY_WAIT}` : ''
  return `${amountText(preview, currency)}${mayWait}`
}

const MAY_WAIT = 'All or part of it may have to wait until your bank has decided about the dispute of this payment.'

function amountText({ tier, refundAmount, totalAmount, returnedAmount, daysLeft }: Omit<Preview, 'policy'>, currency: Currency): string {
  const money = (amount: string) => formatMoney(toMoney(amount, currency))
  const when = daysLeft === 1 ? 'with 1 day to go' : `with ${daysLeft} days to go`
  if (Number(returnedAmount) > 0) {
    const before = `${money(returnedAmount ?? '0')} of ${money(totalAmount)} has already been refunded.`
    return Number(refundAmount) > 0 ? `You get back ${money(refundAmount)}, ${when}: ${before}` : `No further refund, ${when}: ${before}`
  }
  if (tier === 'full') return `You get back ${money(refundAmount)}: all of it, ${when}.`
  if (tier === 'partial') return `You get back ${money(refundAmount)} of ${money(totalAmount)}, ${when}.`
  return `No refund of the ${money(totalAmount)}, ${when}.`
}
