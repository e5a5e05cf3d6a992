import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function resendQuote(id: string) {
  return postJson(calls.resendQuote(id))
}

export function useResendQuote() {
  return useSend(resendQuote, consoleKey('quotes'))
}
