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
      return 'We have received your payment and are checking it. You need not pay again: we will write to you as soon as we have decided.'
    default:
      return unpaidText(isMove, status)
  }
}

function paidText(isMove: boolean, status: string | undefined): string {
  if (status === 'cancelled') return 'This booking has been cancelled since. My Bookings says what goes back to you.'
  if (status === 'completed') return 'Your payment has arrived.'
  return `${isMove ? 'Your move is booked.' : 'Your seats are booked.'} A confirmation is on its way to you by email.`
}

function returnedText(booking: CheckoutSession['booking']): string {
  const isPayable = booking?.kind === 'vehicle' && booking.status?.toLowerCase() === 'approved'
  const next = isPayable ? 'Your quote can be paid anew from your bookings.' : 'You need not do anything.'
  return `${returnReason(booking)} The money goes back to your card in full. ${next}`
}

function returnReason(booking: CheckoutSession['booking']): string {
  const isMove = booking?.kind === 'vehicle'
  if (booking?.isPaidTwice === true) return `You had already paid for this ${isMove ? 'move' : 'journey'}, and that payment stays as it is.`
  if (booking?.isNotAsAgreed === true) return 'This payment was not for the amount that we had agreed, so nothing was booked with it.'
  return isMove ? 'This booking could no longer be made.' : 'The seats were no longer available.'
}

function unpaidText(isMove: boolean, status: string | undefined): string {
  switch (status) {
    case undefined:
    case 'pending':
    case 'approved': {
      const untilWhen = isMove ? 'while the quote is valid' : 'while the seats are held'
      return `The payment did not go through, so nothing has been charged. You can try again from your bookings ${untilWhen}.`
    }
    case 'confirmed':
    case 'completed':
      return 'Nothing has been charged here, and nothing is due: your booking has been paid in another way.'
    default:
      return `The payment did not go through, so nothing has been charged. ${isMove ? 'The quote can no longer be paid.' : 'The seats are no longer held.'}`
  }
}
