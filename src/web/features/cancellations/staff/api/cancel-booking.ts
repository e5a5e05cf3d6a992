import { calls } from '#shared/paths.ts'
import type { CancelBookingBody } from '#shared/refunds/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function cancelBooking(id: string, body: CancelBookingBody) {
  return postJson(calls.cancelBooking(id), body)
}

export function useCancelBooking() {
  return useSend(cancelBooking, consoleKey('bookings'))
}
