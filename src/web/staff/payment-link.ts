import { consolePages } from '#shared/pages.ts'

const SHOWN = 'payment-link'

/** Address of the page with a booking's payment link. */
export function paymentLinkPath(bookingId: string): string {
  return `${consolePages.booking(bookingId)}?show=${SHOWN}`
}

/** Whether a booking page's address asks for the payment link. */
export function showsPaymentLink(params: URLSearchParams): boolean {
  return params.get('show') === SHOWN
}
