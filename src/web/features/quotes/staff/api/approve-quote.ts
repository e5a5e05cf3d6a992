import { centsToUnits } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { ReadQuote } from '#shared/quotes/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { seenOf } from '../seen-quote.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

/**
 * The price is always sent, so that nothing is approved at a price nobody has seen; also in whole units, since a process of the version
 * before would overlook the cents.
 */
export function approveQuote(quote: Pick<ReadQuote, 'id' | 'status' | 'version'>, body: { priceCents: number; reason?: string }) {
  return postJson(calls.approveQuote(quote.id), { ...body, price: centsToUnits(body.priceCents), seen: seenOf(quote) })
}

export function useApproveQuote() {
  return useSend(approveQuote, consoleKey('quotes'))
}
