import { calls } from '#shared/paths.ts'
import type { RefundBookingBody } from '#shared/refunds/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function refundBooking(id: string, body: RefundBookingBody) {
  return postJson(calls.refundBooking(id), body)
}

export function useRefundBooking() {
  return useSend(refundBooking, consoleKey('bookings'))
}
