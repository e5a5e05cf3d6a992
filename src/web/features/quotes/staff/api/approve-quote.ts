import { calls } from '#shared/paths.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { seenOf } from '../seen-quote.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

/** `price` is in whole units and always sent, so that nothing is approved at a price nobody has seen. */
export function approveQuote(quote: Pick<ReadQuote, 'id' | 'status' | 'version'>, body: { price: number; reason?: string }) {
  return postJson(calls.approveQuote(quote.id), { ...body, seen: seenOf(quote) })
}

export function useApproveQuote() {
  return useSend(approveQuote, consoleKey('quotes'))
}
