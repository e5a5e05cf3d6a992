import { consolePages } from '#shared/pages.ts'

const SHOWN = 'payment-link'

export function paymentLinkPath(bookingId: string): string {
  return `${consolePages.booking(bookingId)}?show=${SHOWN}`
}

export function showsPaymentLink(params: URLSearchParams): boolean {
  return params.get('show') === SHOWN
}
