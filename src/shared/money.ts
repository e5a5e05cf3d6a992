/**
 * Money is a value: minor units (cents, pence, paise) as an integer, and their currency. It is stored and computed like
 * that; only the calls carry whole units, as numbers or decimal text. No other file knows a currency's symbol or code.
 */
export interface Money {
  readonly cents: number
  readonly currency: Currency
}

/**
 * Every currency that we can be paid in, under the code by which the database, the calls and the card provider know it;
 * Intl knows its symbol. Two decimals are a condition, since the specified client divides every provider amount by 100
 * (specification §9). A new one is a word here and a migration that widens the database's checks.
 */
export const CURRENCIES = ['usd', 'gbp', 'inr'] as const

export type Currency = (typeof CURRENCIES)[number]

/** What is priced in what, where an answer does not say (specification §9; decisions, "Second round"). */
export const DEFAULT_CURRENCY = { tour: 'usd', vehicle: 'inr', tool: 'usd' } as const satisfies Record<string, Currency>

export function isCurrency(code: string | null | undefined): code is Currency {
  return CURRENCIES.includes(code as Currency)
}

/** Throws for two currencies: their sum would mean nothing. */
export function addMoney(one: Money, other: Money): Money {
  if (one.currency !== other.currency) throw new Error(`${one.currency} and ${other.currency} cannot be added`)
  return { cents: one.cents + other.cents, currency: one.currency }
}

/** 1245.5 or "1245.50", 'usd' → 124550 cents: an amount as it came over the wire. */
export function toMoney(amount: number | string, currency: Currency): Money {
  return { cents: unitsToCents(Number(amount)), currency }
}

/** Digits after the point: always (specification §9), only where there are some, or never, which drops them. */
export type Decimals = 'always' | 'if any' | 'never'

/**
 * 124550 cents, 'usd' → "$1,245.50": the one way in which an amount is written for a person. Not grouped: "$1245.50".
 */
export function formatMoney({ cents, currency }: Money, decimals: Decimals = 'always', useGrouping = true): string {
  const units = decimals === 'never' ? Math.trunc(cents / 100) : cents / 100
  const maximumFractionDigits = decimals === 'always' || !Number.isInteger(units) ? 2 : 0
  return units.toLocaleString('en-US', { style: 'currency', currency, maximumFractionDigits, useGrouping }).replace('-', '−')
}

/** 124500 → 1245 (a number of whole units, for fields that travel as numbers). */
export function centsToUnits(cents: number): number {
  return cents / 100
}

/** 124550 → "1245.50" (a decimal string, for fields that travel as text). */
export function centsToDecimal(cents: number): string {
  return centsToUnits(cents).toFixed(2)
}

/** 1245.5 → 124550. Rounds to the nearest minor unit, so that 0.1 + 0.2 does no harm. */
export function unitsToCents(units: number): number {
  return Math.round(units * 100)
}
