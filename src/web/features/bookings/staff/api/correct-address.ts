import { correctAddress } from '#shared/bookings/staff-calls.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

export function useCorrectAddress() {
  return useSend(correctAddress, consoleKey('bookings'))
}
