import { formatProviderMoney, unitsToCents } from '#shared/money.ts'

/** In any currency: an unexpected payment may be in one we do not sell in. */
export type Amount = { amount: string; currency: string }

export function amountText({ amount, currency }: Amount): string {
  return formatProviderMoney(unitsToCents(Number(amount)), currency)
}

/** One sum per currency: "$1,200.00 and £90.00"; without amounts, zero in `currency`. */
export function sumText(amounts: readonly Amount[], currency: string): string {
  const cents = new Map<string, number>()
  for (const each of amounts) cents.set(each.currency, (cents.get(each.currency) ?? 0) + unitsToCents(Number(each.amount)))
  const sums = Array.from(cents).filter(([, sum]) => sum !== 0)
  return (sums.length > 0 ? sums : [[currency, 0] as const]).map(([code, sum]) => formatProviderMoney(sum, code)).join(' and ')
}

/** Parses a typed amount in whole units, such as "1,234.50"; NaN if it is not a number. */
export function typedCents(text: string): number {
  return text.trim() === '' ? Number.NaN : unitsToCents(Number(text.replaceAll(',', '')))
}
