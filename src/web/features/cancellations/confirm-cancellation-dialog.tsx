import { useId } from 'react'
import { MAX_REASON_LENGTH } from '#shared/bookings/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { RefundPreview } from './refund-preview.tsx'

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
