import { listOwnBookingsOfTour } from '#shared/payments/checkout-calls.ts'
import { ask } from '#web/lib/ask.ts'

/** Beyond specification §7. */
export function fetchOwnBookings(tourId: string, signal: AbortSignal) {
  return ask(listOwnBookingsOfTour, { params: { id: tourId } }, signal)
}
