import type { CorrectAddressBody } from '#shared/bookings/contacts.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function correctAddress(bookingId: string, body: CorrectAddressBody) {
  return postJson(calls.correctAddress(bookingId), body)
}

export function useCorrectAddress() {
  return useSend(correctAddress, consoleKey('bookings'))
}
