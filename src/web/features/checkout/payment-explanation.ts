import type { CheckoutSession } from './checkout-session.ts'

/** Explains a payment in view of the booking's current state, since a result can be opened again long after the payment. */
export function paymentExplanation({ payment_status, booking }: CheckoutSession): string {
  const isMove = booking?.kind === 'vehicle'
  const status = booking?.status?.toLowerCase()
  switch (payment_status) {
    case 'paid':
      return paidText(isMove, status)
    case 'refunded':
      return returnedText(booking)
    case 'under review':
      return 'We’ve received your payment and are checking it. You don’t need to pay again. We’ll email you when we’ve finished.'
    default:
      return unpaidText(isMove, status)
  }
}

function paidText(isMove: boolean, status: string | undefined): string {
  if (status === 'cancelled') return 'This booking has since been cancelled. See My Bookings for your refund.'
  if (status === 'completed') return 'Your payment has arrived.'
  return `${isMove ? 'Your move is booked.' : 'Your seats are booked.'} We’ve emailed you a confirmation.`
}

function returnedText(booking: CheckoutSession['booking']): string {
  const isPayable = booking?.kind === 'vehicle' && booking.status?.toLowerCase() === 'approved'
  const next = isPayable ? 'You can pay your quote again from My Bookings.' : 'You don’t need to do anything.'
  return `${returnReason(booking)} We’re refunding this payment to your card in full. ${next}`
}

function returnReason(booking: CheckoutSession['booking']): string {
  const isMove = booking?.kind === 'vehicle'
  if (booking?.isPaidTwice === true) return `You’d already paid for this ${isMove ? 'move' : 'trip'}. That payment isn’t affected.`
  if (booking?.isNotAsAgreed === true) return 'This payment was for the wrong amount, so we couldn’t use it for a booking.'
  return isMove ? 'This booking could no longer be made.' : 'The seats were no longer available.'
}

function unpaidText(isMove: boolean, status: string | undefined): string {
  switch (status) {
    case undefined:
    case 'pending':
    case 'approved': {
      const untilWhen = isMove ? 'while the quote is valid' : 'while the seats are held'
      return `The payment didn’t go through, so you haven’t been charged. You can try again in My Bookings ${untilWhen}.`
    }
    case 'confirmed':
    case 'completed':
      return 'You haven’t been charged and there’s nothing to pay: your booking has been paid another way.'
    default:
      return `The payment didn’t go through, so you haven’t been charged. ${isMove ? 'The quote can no longer be paid.' : 'The seats are no longer held.'}`
  }
}
