import { getMove } from '#shared/bookings/calls.ts'
import { queryOf } from '#web/lib/ask.ts'

/** Beyond specification §7: the dialog works without it. */
export function moveQuery(bookingId: string) {
  return queryOf(getMove, { params: { id: bookingId } }, { key: ['bookings', 'move', bookingId], staleTime: 0 })
}
