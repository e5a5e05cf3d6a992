import { cancellationReason } from '#shared/bookings/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'

/** The part of a booking that a cancellation needs. */
export type CancelledBooking = { kind: string; id: string; stripeId: string | null }

/** Cancels a tour or vehicle booking; the response is ignored (specification §7). */
function cancelBooking({ id: bookingId, stripeId }: CancelledBooking, reason: string) {
  return postJson(calls.createRefund, { bookingId, stripeId, reason: cancellationReason(reason) })
}

/** `onCancelled` updates the list that shows the booking; the vehicle list is not refetched (specification §4). */
export function useCancelBooking<Booking extends CancelledBooking>(onCancelled: (booking: Booking) => void) {
  return useCall({
    mutationFn: ({ booking, reason }: { booking: Booking; reason: string }) => cancelBooking(booking, reason),
    onError: (error) => logProblem('A booking could not be cancelled', error),
    onSuccess: (_answer, { booking }) => onCancelled(booking),
  })
}
