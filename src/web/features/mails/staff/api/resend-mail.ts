import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function resendMail(id: string) {
  return postJson(calls.resendMail(id))
}

export function useResendMail(id: string, onSent: () => void) {
  return useCall({ mutationFn: useSend(() => resendMail(id), consoleKey('mails')), onSuccess: onSent })
}
