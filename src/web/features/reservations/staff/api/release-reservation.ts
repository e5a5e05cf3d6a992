import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function releaseReservation(bookingId: string) {
  return postJson(calls.releaseReservation(bookingId))
}

export function useReleaseReservation() {
  return useSend(releaseReservation, consoleKey('bookings'))
}
