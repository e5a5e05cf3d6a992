/**
 * An integer number of cents (hundredths of any currency) and the currency. Money is stored and computed like this. No other file knows a
 * currency's symbol or code.
 */
export interface Money {
  readonly cents: number
  readonly currency: Currency
}

/**
 * All currencies that we accept, by the code used in the database, the API and at the card provider, each with the smallest sum in cents
 * that the provider charges. Intl knows the symbols. Each must have two decimals, since the specified client divides every provider amount
 * by 100 (specification §9). A new one is one more line here.
 */
const MIN_CHARGES = { usd: 50, gbp: 30, inr: 50, eur: 50 } as const satisfies Record<string, number>

export type Currency = keyof typeof MIN_CHARGES

export const CURRENCIES = Object.keys(MIN_CHARGES) as readonly Currency[]

/** The currency of each kind of price if a response names none (specification §9). */
export const DEFAULT_CURRENCY = { tour: 'usd', vehicle: 'inr', tool: 'usd' } as const satisfies Record<string, Currency>

export function isCurrency(code: string | null | undefined): code is Currency {
  return CURRENCIES.includes(code as Currency)
}

/** Returns the smallest sum in this currency that the card provider charges. */
export function leastCharge(currency: Currency): Money {
  return { cents: MIN_CHARGES[currency], currency }
}

export function addMoney(one: Money, other: Money): Money {
  if (one.currency !== other.currency) throw new Error(`${one.currency} and ${other.currency} cannot be added`)
  return { cents: one.cents + other.cents, currency: one.currency }
}

/** Converts an amount from an API call: 1245.5 or "1245.50", 'usd' → 124550 cents. */
export function toMoney(amount: number | string, currency: Currency): Money {
  return { cents: unitsToCents(Number(amount)), currency }
}

/** Cached, because creating a format takes a hundred times as long as using it, and every row of a list needs the same. */
const formats: Record<string, Intl.NumberFormat> = {}

/** What people write beside an amount, in lower case: its sign and its code. */
export function currencyMarks(currency: Currency): string[] {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  return [currency, ...parts.flatMap(({ type, value }) => (type === 'currency' ? [value.toLowerCase()] : []))]
}

/** When to show decimals: always (specification §9), only if there are any, or never, which drops them. */
export type Decimals = 'always' | 'if any' | 'never'

/** Formats an amount for people, everywhere: 124550 cents, 'usd' → "$1,245.50", or without grouping "$1245.50". */
export function formatMoney({ cents, currency }: Money, decimals: Decimals = 'always', useGrouping = true): string {
  const units = decimals === 'never' ? Math.trunc(cents / 100) : cents / 100
  const maximumFractionDigits = decimals === 'always' || !Number.isInteger(units) ? 2 : 0
  const options = { style: 'currency', currency, maximumFractionDigits, useGrouping } as const
  return (formats[JSON.stringify(options)] ??= new Intl.NumberFormat('en-US', options)).format(units).replace('-', '−')
}

/** The card provider counts these in hundredths, although no one writes them. */
const COUNTED_IN_HUNDREDTHS = new Set(['isk', 'ugx'])

/** Formats an amount in any currency of the card provider; one that we do not know is shown with its code: "CHF 1,090.00". */
export function formatProviderMoney(cents: number, code: string): string {
  if (isCurrency(code)) return formatMoney({ cents, currency: code })
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'code' })
  const digits = COUNTED_IN_HUNDREDTHS.has(code) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(cents / 10 ** digits).replace('\u00A0', ' ')
}

/** Whole units, for fields sent as numbers: 124500 → 1245. */
export function centsToUnits(cents: number): number {
  return cents / 100
}

/** Whole units as a decimal string, for fields sent as text: 124550 → "1245.50". */
export function centsToDecimal(cents: number): string {
  return centsToUnits(cents).toFixed(2)
}

/** 1245.5 → 124550. Rounds to the nearest cent, which absorbs floating-point errors such as in 0.1 + 0.2. */
export function unitsToCents(units: number): number {
  return Math.round(units * 100)
}
