/**
 * Money is stored and computed as integers in minor units (cents, pence, paise). Only two-decimal
 * currencies are supported, because the specified client divides every provider amount by 100 (specification §9).
 */
export type Currency = 'usd' | 'gbp' | 'inr'

export const CURRENCY_SYMBOL: Record<Currency, string> = { usd: '$', gbp: '£', inr: '₹' }

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

/** 124550, 'usd' → "$1,245.50". Always two decimals (specification §9). */
export function formatCents(cents: number, currency: Currency): string {
  const [whole = '0', fraction = '00'] = centsToDecimal(Math.abs(cents)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${cents < 0 ? '−' : ''}${CURRENCY_SYMBOL[currency]}${grouped}.${fraction}`
}
