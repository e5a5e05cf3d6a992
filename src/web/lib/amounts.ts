import { get, type FieldValues } from 'react-hook-form'
import { formatProviderMoney, unitsToCents } from '#shared/money.ts'
import { readAmount } from '#shared/typed-numbers.ts'
import type { Checked } from './form-issues.ts'

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

/**
 * Where the reader of amounts says why it refused what is typed in one of the `fields` (a dotted path, or a pattern of them), that is the field's message:
 * for example that "1,034" can be read in two ways.
 */
export function withReadings<Body>(checked: Checked<Body>, values: FieldValues, fields: RegExp | string, currency?: string): Checked<Body> {
  if (checked.success) return checked
  const issues = checked.error.issues.map((issue) => {
    const path = [issue.path].flat().map(String).join('.')
    const typed: unknown = matches(fields, path) ? get(values, path) : undefined
    const message = typeof typed === 'string' ? readAmount(typed, currency).message : undefined
    return message === undefined ? issue : { ...issue, message }
  })
  return { success: false, error: { issues } }
}

function matches(fields: RegExp | string, path: string): boolean {
  return typeof fields === 'string' ? fields === path : fields.test(path)
}
