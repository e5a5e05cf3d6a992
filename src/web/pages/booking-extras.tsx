import { useQueryClient } from '@tanstack/react-query'
import { listedReview } from '#web/features/bookings/listed-bookings.ts'
import { vehicleBookingsQuery } from '#web/features/bookings/api/list-my-bookings.ts'
import { useWithdrawQuote } from '#web/features/bookings/api/withdraw-quote.ts'
import type { BookingView } from '#web/features/bookings/booking-view.ts'
import { useContinuePayment } from '#web/features/bookings/api/continue-payment.ts'
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
  const withdrawing = useWithdrawQuote(booking.id)
  const { status, amount, reason = null, payUntil = null, paymentText } = booking
  const quote = { status, price: amount, reason, payUntil, isBeingPaid: paymentText !== undefined }
  return <QuoteState quote={quote} paying={paying} withdrawing={withdrawing} />
}
