import { TimedAlert } from '#web/components/timed-alert.tsx'
import { BookingDetailsDialog } from '#web/features/bookings/booking-details-dialog.tsx'
import { ConfirmCancellationDialog } from '#web/features/cancellations/confirm-cancellation-dialog.tsx'
import type { BookingView } from '#web/features/bookings/booking-view.ts'
import type { useCancellation } from '#web/features/cancellations/use-cancellation.ts'

type Props = { cancellation: ReturnType<typeof useCancellation<BookingView>>; onReleased: () => void }

/** The dialogs of My Bookings, one at a time, and the success message. */
export function BookingDialogs({ cancellation, onReleased }: Props) {
  const release = () => {
    cancellation.close()
    onReleased()
  }
  const { booking, isConfirming, isBusy, hasFailed, isDone } = cancellation
  return (
    <>
      {booking && !isConfirming && (
        <BookingDetailsDialog booking={booking} onClose={cancellation.close} onReleased={release} onCancel={cancellation.askToConfirm} />
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
