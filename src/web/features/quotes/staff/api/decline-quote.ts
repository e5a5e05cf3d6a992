import { calls } from '#shared/paths.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { seenOf } from '../seen-quote.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

export function declineQuote(quote: Pick<ReadQuote, 'id' | 'status' | 'version'>, reason: string) {
  return postJson(calls.declineQuote(quote.id), { reason, seen: seenOf(quote) })
}

export function useDeclineQuote() {
  return useSend(declineQuote, consoleKey('quotes'))
}
