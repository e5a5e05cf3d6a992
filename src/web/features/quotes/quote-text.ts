/** The quote for a vehicle request as My Bookings knows it. */
export type Quote = {
  status: string
  /** Formatted with its currency. */
  price: string
  reason: string | null
  /** Deadline for paying (ISO 8601). */
  payUntil: string | null
  /** Whether only the bank's or a person's confirmation of the payment is missing, so that there is nothing to do. */
  isBeingPaid: boolean
}

/** "Sat, 21 Nov, 9:30 am", in the visitor's time zone and the en-IN short format (specification §9). */
function momentText(moment: string): string {
  return new Date(moment).toLocaleString('en-IN', { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
}

export function isPayable({ status, payUntil, isBeingPaid }: Quote, now: number): boolean {
  return !isBeingPaid && status.toLowerCase() === 'approved' && (!payUntil || Date.parse(payUntil) > now)
}

/** Whether the customer can withdraw: while the request waits, or its quote is unpaid. */
export function isWithdrawable(quote: Quote, now: number): boolean {
  return quote.status.toLowerCase() === 'pending' || isPayable(quote, now)
}

/** The request's state in a sentence; undefined if its status or payment says it all. */
export function quoteText(quote: Quote, now: number): string | undefined {
  if (quote.isBeingPaid) return undefined
  switch (quote.status.toLowerCase()) {
    case 'pending':
      return 'We’re looking at your request and will email you when your quote is approved.'
    case 'approved':
      if (!isPayable(quote, now)) return 'This quote has expired. Please request a new one.'
      return quote.payUntil ? `Your quote: ${quote.price}. Please pay by ${momentText(quote.payUntil)}.` : `Your quote: ${quote.price}.`
    case 'declined':
      return 'We’re sorry, we can’t take on this request.'
    case 'withdrawn':
      return 'You withdrew this request. You haven’t been charged.'
    case 'expired':
      return 'This request has expired. You haven’t been charged. Please request a new quote.'
    default:
      return undefined
  }
}
