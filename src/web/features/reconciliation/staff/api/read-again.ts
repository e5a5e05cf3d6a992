import { calls } from '#shared/paths.ts'
import { readAgainSchema, type ReadAgain } from '#shared/bookings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function readAgain(bookingId: string) {
  return exactResponseOf(readAgainSchema, postJson(calls.readBookingAgain(bookingId)))
}

type Told = { onRead: (result: ReadAgain) => void; onError: (error: Error) => void }

export function useReadAgain(bookingId: string, { onRead, onError }: Told) {
  return useCall({ mutationFn: useSend(() => readAgain(bookingId), consoleKey('bookings')), onSuccess: onRead, onError })
}
