/**
 * Money is a value: minor units (cents, pence, paise) as an integer, and their currency. It is stored and computed like
 * that; only the calls carry whole units, as numbers or decimal text. No other file knows a currency's symbol or code.
 */
export interface Money {
  readonly cents: number
  readonly currency: Currency
}

interface CurrencyFacts {
  symbol: string
  /** Two only, since the specified client divides every provider amount by 100 (specification §9). */
  decimals: 2
}

/**
 * Every currency that we can be paid in, under the code by which the database, the calls and the card provider know it.
 * A new one is a line here, its name in web/texts/currency-names.ts, and a migration that widens the database's checks.
 */
export const CURRENCIES = {
  usd: { symbol: '$', decimals: 2 },
  gbp: { symbol: '£', decimals: 2 },
  inr: { symbol: '₹', decimals: 2 },
} as const satisfies Record<string, CurrencyFacts>

export type Currency = keyof typeof CURRENCIES

/** What is priced in what, where an answer does not say (specification §9; decisions, "Second round"). */
export const DEFAULT_CURRENCY = { tour: 'usd', vehicle: 'inr', tool: 'usd' } as const satisfies Record<string, Currency>

export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && Object.hasOwn(CURRENCIES, code)
}

/** Returns the currency that an answer names, in any case of letters, or `otherwise` where it names none that we know. */
export function currencyOf(code: string | null | undefined, otherwise: Currency): Currency {
  const known = code?.toLowerCase()
  return isCurrency(known) ? known : otherwise
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

interface MoneyStyle {
  /** Digits after the point: always (specification §9, the default), only where there are some, or never, which drops them. */
  decimals?: 'always' | 'if any' | 'never'
  /** With a comma at each thousand (the default). */
  isGrouped?: boolean
}

/** 124550 cents, 'usd' → "$1,245.50": the one way in which an amount is written for a person. */
export function formatMoney({ cents, currency }: Money, { decimals = 'always', isGrouped = true }: MoneyStyle = {}): string {
  const facts = CURRENCIES[currency]
  const digits = String(Math.abs(cents)).padStart(facts.decimals + 1, '0')
  const whole = digits.slice(0, -facts.decimals)
  const fraction = digits.slice(-facts.decimals)
  const hasFraction = decimals === 'always' || (decimals === 'if any' && Number(fraction) !== 0)
  const shown = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  return `${cents < 0 ? '−' : ''}${facts.symbol}${shown}${hasFraction ? `.${fraction}` : ''}`
}

/** 124500 → 1245 (a number of whole units, for fields that travel as numbers). */
export function centsToUnits(cents: number): number {
  return cents / 100
}

/** 124550 → "1245.50" (a decimal string, for fields that travel as text). */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const abs = Math.abs(cents)
  return `${sign}${Math.trunc(abs / 100)}.${String(abs % 100).padStart(2, '0')}`
}

/** 1245.5 → 124550. Rounds to the nearest minor unit, so that 0.1 + 0.2 does no harm. */
export function unitsToCents(units: number): number {
  return Math.round(units * 100)
}
