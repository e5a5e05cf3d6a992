import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { MAX_REASON_LENGTH, type RefundPreview as Preview } from '#shared/bookings/public.ts'
import { formatMoney, isCurrency, toMoney, type Currency } from '#shared/money.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { refundPreviewQuery } from './use-cancellation.ts'

type Props = {
  booking: { id: string; title: string; longDate: string; /** Formatted. */ amount: string }
  isBusy: boolean
  hasFailed: boolean
  onBack: () => void
  onConfirm: (reason: string) => void
}

/** The second dialog before a cancellation (specification §2). */
export function ConfirmCancellationDialog({ booking, isBusy, hasFailed, onBack, onConfirm }: Props) {
  const formId = useId()
  const { props, field } = useCheckedForm({
    start: { reason: '' },
    check: (data) => ({ success: true, data }),
    send: ({ reason }) => onConfirm(reason),
  })
  return (
    <Dialog
      isOpen
      onClose={() => !isBusy && onBack()}
      title="Confirm Cancellation"
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isBusy}>
            Confirm Cancellation
          </Button>
        </>
      }
    >
      <form {...props} id={formId} className="grid gap-5">
        {hasFailed && <Alert title="Error">Failed to cancel the booking. Please try again.</Alert>}
        <p>Are you sure you want to cancel this booking?</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-[min(1.5rem,6vw)] gap-y-1.5 rounded-field bg-sand px-[min(1rem,4vw)] py-3 wrap-anywhere">
          <dt className="text-ink-soft">Item</dt>
          <dd className="font-semibold">{booking.title}</dd>
          <dt className="text-ink-soft">Date</dt>
          <dd className="font-semibold">{booking.longDate}</dd>
          <dt className="text-ink-soft">Total</dt>
          <dd className="font-semibold">{booking.amount}</dd>
        </dl>
        <RefundPreview bookingId={booking.id} />
        <TextArea {...field('reason')} label="Reason" isOptional rows={3} maxLength={MAX_REASON_LENGTH} />
        <p className="text-sm text-ink-soft">Cancellation charges may apply based on our policy.</p>
      </form>
    </Dialog>
  )
}

/** The refund if cancelled now; renders nothing while unknown. */
function RefundPreview({ bookingId }: { bookingId: string }) {
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
