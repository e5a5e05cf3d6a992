/**
 * Money is a value: an integer of cents, meaning hundredths of whatever the currency is, and the currency. It is stored and
 * computed like that; only the calls carry whole units, as numbers or decimal text. No other file knows a currency's
 * symbol or code.
 */
export interface Money {
  readonly cents: number
  readonly currency: Currency
}

/**
 * Every currency that we can be paid in, under the code by which the database, the calls and the card provider know it;
 * Intl knows its symbol. Each must have two decimals, since the specified client divides every provider amount by 100
 * (specification §9). A new one needs a word here and a migration that widens the database's checks.
 */
export const CURRENCIES = ['usd', 'gbp', 'inr'] as const

export type Currency = (typeof CURRENCIES)[number]

/** The currency of each kind of price where a response does not name one (specification §9; decisions, "Second round"). */
export const DEFAULT_CURRENCY = { tour: 'usd', vehicle: 'inr', tool: 'usd' } as const satisfies Record<string, Currency>

export function isCurrency(code: string | null | undefined): code is Currency {
  return CURRENCIES.includes(code as Currency)
}

/** Returns the sum of two amounts. Throws when their currencies differ. */
export function addMoney(one: Money, other: Money): Money {
  if (one.currency !== other.currency) throw new Error(`${one.currency} and ${other.currency} cannot be added`)
  return { cents: one.cents + other.cents, currency: one.currency }
}

/** Returns an amount as it came over the wire: 1245.5 or "1245.50", 'usd' → 124550 cents. */
export function toMoney(amount: number | string, currency: Currency): Money {
  return { cents: unitsToCents(Number(amount)), currency }
}

/** Making a format takes a hundred times as long as using it, and a list has the same in each row. */
const formats: Record<string, Intl.NumberFormat> = {}

/** Digits after the point: always (specification §9), only where there are any, or never, which drops them. */
export type Decimals = 'always' | 'if any' | 'never'

/**
 * Returns an amount as it is written for a person, everywhere: 124550 cents, 'usd' → "$1,245.50"; not grouped: "$1245.50".
 */
export function formatMoney({ cents, currency }: Money, decimals: Decimals = 'always', useGrouping = true): string {
  const units = decimals === 'never' ? Math.trunc(cents / 100) : cents / 100
  const maximumFractionDigits = decimals === 'always' || !Number.isInteger(units) ? 2 : 0
  const options = { style: 'currency', currency, maximumFractionDigits, useGrouping } as const
  return (formats[JSON.stringify(options)] ??= new Intl.NumberFormat('en-US', options)).format(units).replace('-', '−')
}

/** Of these the card provider counts hundredths, though nobody writes them. */
const COUNTED_IN_HUNDREDTHS = new Set(['isk', 'ugx'])

/** Returns an amount in any currency of the card provider, with the code of one that we do not know: "EUR 1,090.00". */
export function formatProviderMoney(cents: number, code: string): string {
  if (isCurrency(code)) return formatMoney({ cents, currency: code })
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'code' })
  const digits = COUNTED_IN_HUNDREDTHS.has(code) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(cents / 10 ** digits).replace('\u00A0', ' ')
}

/** Returns whole units, for fields sent as numbers: 124500 → 1245. */
export function centsToUnits(cents: number): number {
  return cents / 100
}

/** Returns whole units as a decimal string, for fields sent as text: 124550 → "1245.50". */
export function centsToDecimal(cents: number): string {
  return centsToUnits(cents).toFixed(2)
}

/** Returns cents: 1245.5 → 124550. Rounds to the nearest cent, so that 0.1 + 0.2 does no harm. */
export function unitsToCents(units: number): number {
  return Math.round(units * 100)
}
