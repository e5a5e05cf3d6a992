/** The staff's offer for a requested vehicle, as My Bookings knows it. */
export type Quote = {
  status: string
  /** The price as it is shown, with its currency. */
  price: string
  /** The staff's words about it. */
  reason: string | null
  /** The moment until which it can be paid (ISO). */
  payUntil: string | null
  /** Whether it is paid but for the bank's or a person's word on the payment: there is nothing to do until then. */
  isBeingPaid: boolean
}

/** Returns "Sat, 21 Nov, 9:30 am": in the visitor's time zone and the en-IN short format (specification §9). */
function momentText(moment: string): string {
  return new Date(moment).toLocaleString('en-IN', { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
}

/** Returns whether an approved quote can still be paid. */
export function isPayable({ status, payUntil, isBeingPaid }: Quote, now: number): boolean {
  return !isBeingPaid && status.toLowerCase() === 'approved' && (!payUntil || Date.parse(payUntil) > now)
}

/** Returns whether its customer can withdraw a request: while it waits, or its quote is unpaid. */
export function isWithdrawable(quote: Quote, now: number): boolean {
  return quote.status.toLowerCase() === 'pending' || isPayable(quote, now)
}

/** Returns in a sentence where a vehicle request stands; undefined when its status or its payment says it all. */
export function quoteText(quote: Quote, now: number): string | undefined {
  if (quote.isBeingPaid) return undefined
  switch (quote.status.toLowerCase()) {
    case 'pending':
      return 'We are looking at your request, and email you once your quote is approved.'
    case 'approved':
      if (!isPayable(quote, now)) return 'This quote has expired. Please request a new one.'
      return quote.payUntil ? `Your quote: ${quote.price}. Please pay by ${momentText(quote.payUntil)}.` : `Your quote: ${quote.price}.`
    case 'declined':
      return 'We are sorry, but we could not take on this request.'
    case 'withdrawn':
      return 'You have withdrawn this request. Nothing was charged.'
    case 'expired':
      return 'This request has expired, and nothing was charged. Please request a new quote.'
    default:
      return undefined
  }
}
