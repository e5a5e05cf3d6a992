import { useQueryClient } from '@tanstack/react-query'
import { withdrawQuote } from '#shared/quotes/calls.ts'
import { ask } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import type { BookingView } from '#web/features/bookings/booking-view.ts'
import { useContinuePayment } from '#web/features/bookings/hold.tsx'
import { listedReview, vehicleBookingsQuery } from '#web/features/bookings/own-lists.ts'
import { QuoteState } from '#web/features/quotes/quote-state.tsx'
import { ReviewAction } from '#web/features/reviews/review-action.tsx'

type Props = { booking: BookingView }

export function TourReview({ booking }: Props) {
  const client = useQueryClient()
  const { id: bookingId, title, longDate, review = null, canReview = false } = booking
  return <ReviewAction journey={{ bookingId, title, longDate, review, canReview }} list={listedReview(client, bookingId)} />
}

/** The quote under a vehicle's card, with buttons to pay or withdraw. */
export function VehicleQuote({ booking }: Props) {
  const paying = useContinuePayment(booking.id, vehicleBookingsQuery)
  const reload = useReload(vehicleBookingsQuery.queryKey)
  const withdrawing = useCall({ mutationFn: async () => ask(withdrawQuote, { params: { id: booking.id } }), onSettled: reload })
  const { status, amount, reason = null, payUntil = null, paymentText } = booking
  const quote = { status, price: amount, reason, payUntil, isBeingPaid: paymentText !== undefined }
  return <QuoteState quote={quote} paying={paying} withdrawing={withdrawing} />
}
