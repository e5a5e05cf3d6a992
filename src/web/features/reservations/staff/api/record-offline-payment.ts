import { calls } from '#shared/paths.ts'
import type { OfflinePaymentBody } from '#shared/reservations/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function recordOfflinePayment(bookingId: string, body: OfflinePaymentBody) {
  return postJson(calls.outsidePayment(bookingId), body)
}

export function useRecordOfflinePayment() {
  return useSend(recordOfflinePayment, consoleKey('bookings'))
}
