import { useQueryClient } from '@tanstack/react-query'
import { listedReview, vehicleBookingsQuery, withdrawQuote } from '#web/features/bookings/api.ts'
import type { BookingView } from '#web/features/bookings/booking-view.ts'
import { useContinuedPayment } from '#web/features/bookings/use-continued-payment.ts'
import { QuoteState } from '#web/features/quotes/quote-state.tsx'
import { ReviewAction } from '#web/features/reviews/review-action.tsx'
import { useCall } from '#web/lib/use-call.ts'

type Props = { booking: BookingView }

/** Under the card of a tour: its traveller's review. */
export function TourReview({ booking }: Props) {
  const client = useQueryClient()
  const { id: bookingId, title, longDate, review = null, canReview = false } = booking
  return <ReviewAction journey={{ bookingId, title, longDate, review, canReview }} list={listedReview(client, bookingId)} />
}

/** Under the card of a vehicle: its quote, the way to pay it, and the way out. */
export function VehicleQuote({ booking }: Props) {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: vehicleBookingsQuery.queryKey })
  const paying = useContinuedPayment(booking.id, reload)
  const withdrawing = useCall({ mutationFn: () => withdrawQuote(booking.id), onSettled: reload })
  const { status, amount, reason = null, payUntil = null, paymentText } = booking
  const quote = { status, price: amount, reason, payUntil, isBeingPaid: paymentText !== undefined }
  return <QuoteState quote={quote} paying={paying} withdrawing={withdrawing} />
}
