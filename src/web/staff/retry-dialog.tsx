import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { useRetryRefund } from '#web/features/tasks/staff/task-acts.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { withProviderReasons } from '#web/lib/provider-codes.ts'

export type Failure = ReadCancellation['failures'][number]

type Props = { failure: Failure; onClose: () => void; onDone: () => void }

/** Retries a refund of a cancelled departure, explaining the consequences first. */
export function RetryDialog({ failure, onClose, onDone }: Props) {
  const retrying = useRetryRefund(failure.taskId, onDone)
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="Resend the refund"
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
          Resend
        </ActButtons>
      }
    >
      {retrying.isError && <Alert className="mb-4">{messageOf(retrying.error, 'We couldn’t send it.', NO_RESPONSE)}</Alert>}
      <p className="mb-3 text-ink-soft wrap-anywhere">
        <ShortIds text={withProviderReasons(failure.cause)} of={`booking ${failure.reference}`} />
      </p>
      <p>
        A new refund will be sent for up to what’s left of the payment for booking {failure.reference}. The task closes once it arrives.
      </p>
    </Dialog>
  )
}
