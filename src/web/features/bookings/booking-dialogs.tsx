import { TimedAlert } from '#web/components/timed-alert.tsx'
import { BookingDetailsDialog } from './booking-details-dialog.tsx'
import { ConfirmCancellationDialog } from './confirm-cancellation-dialog.tsx'
import type { useCancellation } from './use-cancellation.ts'

/** The dialogs of My Bookings, one at a time, and the message that all went well. */
export function BookingDialogs({ cancellation }: { cancellation: ReturnType<typeof useCancellation> }) {
  const { booking, isConfirming, isBusy, hasFailed, isDone } = cancellation
  return (
    <>
      {booking && !isConfirming && (
        <BookingDetailsDialog booking={booking} onClose={cancellation.close} onCancel={cancellation.askToConfirm} />
      )}
      {booking && isConfirming && (
        <ConfirmCancellationDialog
          booking={booking}
          isBusy={isBusy}
          hasFailed={hasFailed}
          onBack={cancellation.back}
          onConfirm={cancellation.confirm}
        />
      )}
      {isDone && (
        <TimedAlert title="Success" onClose={cancellation.forgetDone}>
          Your booking has been successfully cancelled!
        </TimedAlert>
      )}
    </>
  )
}
