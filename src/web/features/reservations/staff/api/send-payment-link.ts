import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function sendPaymentLink(bookingId: string) {
  return postJson(calls.sendPaymentLink(bookingId))
}

export function useSendPaymentLink() {
  return useSend(sendPaymentLink, consoleKey('bookings'))
}
