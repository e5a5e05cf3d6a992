import { getConfirmation } from '#shared/bookings/confirmation-calls.ts'
import { queryOf } from '#web/lib/ask.ts'

export function confirmationQuery(bookingId: string) {
  return queryOf(getConfirmation, { params: { id: bookingId } }, { key: ['bookings', 'confirmation', bookingId] })
}
