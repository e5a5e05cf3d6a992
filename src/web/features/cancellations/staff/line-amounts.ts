import { boughtName } from '#shared/bookings/price-text.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { ReadMoney } from '#shared/refunds/staff.ts'

export type ReadLine = NonNullable<ReadMoney['lines']>[number]

/** The most that can go back as goodwill now: what an open dispute holds has to wait. */
export function mostGoodwillCents({ leftCents, disputedCents = 0 }: ReadMoney): number {
  return Math.max(0, leftCents - disputedCents)
}

/** What of a line can be given back: what it cost less its part of the discounts, and never more than is left. */
export function giveableCents({ totalCents, discountCents }: ReadLine, money: ReadMoney): number {
  return Math.max(0, Math.min(totalCents + discountCents, mostGoodwillCents(money)))
}

/** Fills in a line's amount, and its name as the reason unless somebody has written another. */
export function takeLine(
  line: ReadLine,
  cents: number,
  { reason }: { reason: string },
  { lines = [] }: ReadMoney,
): { amount: string; reason?: string } {
  const isOwn = reason.trim() !== '' && !lines.map(boughtName).includes(reason)
  return { amount: centsToDecimal(cents), ...(!isOwn && { reason: boughtName(line) }) }
}
