import { consolePages } from '#shared/pages.ts'

const SHOWN = 'payment-link'

/** Returns the address of a booking's payment link, to read out, copy or print. */
export function paymentLinkPath(bookingId: string): string {
  return `${consolePages.booking(bookingId)}?show=${SHOWN}`
}

/** Returns whether the address of a booking's page asks for its payment link. */
export function showsPaymentLink(params: URLSearchParams): boolean {
  return params.get('show') === SHOWN
}
