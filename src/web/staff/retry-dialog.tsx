import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ShortIds } from '#web/components/short-ids.tsx'
import { useRetryRefund } from '#web/features/tasks/staff/api/take-step.ts'
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
      title="Send the refund again"
      footer={
        <ActButtons onKeep={onClose} first="act" isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
          Send it again
        </ActButtons>
      }
    >
      {retrying.isError && <Alert className="mb-4">{messageOf(retrying.error, 'It could not be sent.', NO_RESPONSE)}</Alert>}
      <p className="mb-3 text-ink-soft wrap-anywhere">
        <ShortIds text={withProviderReasons(failure.cause)} of={`booking ${failure.reference}`} />
      </p>
      <p>
        What is left of the payment for booking {failure.reference} goes back as a new refund, and never more than that. The task closes
        once it has arrived.
      </p>
    </Dialog>
  )
}
