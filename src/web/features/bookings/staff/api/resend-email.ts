import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function resendEmail(emailId: string) {
  return postJson(calls.resendBookingEmail(emailId))
}

export function useResendEmail(emailId: string, onSent: () => void) {
  return useCall({ mutationFn: useSend(() => resendEmail(emailId), consoleKey('bookings')), onSuccess: onSent })
}
