import { calls } from '#shared/paths.ts'
import type { VoidPaymentBody } from '#shared/reservations/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function voidPayment(paymentId: string, body: VoidPaymentBody) {
  return postJson(calls.voidPayment(paymentId), body)
}

export function useVoidPayment() {
  return useSend(voidPayment, consoleKey('bookings'))
}
