import type { Currency } from './types.ts'

const LOCALES: Record<Currency, string> = { usd: 'en-US', gbp: 'en-GB', inr: 'en-IN', eur: 'en-IE' }

/** Minimum total that can be charged, in hundredths of the currency. */
export const MINIMUM: Record<Currency, number> = { usd: 50, gbp: 30, inr: 50, eur: 50 }

/** Maximum price or charge, in cents. */
export const MAXIMUM = 99_999_999

const FIXED_FEE: Record<Currency, number> = { usd: 30, gbp: 20, inr: 300, eur: 25 }

/** Returns what the provider keeps of a charge: 2.9 % and a fixed part. */
export const processingFee = (amount: number, currency: Currency): number => Math.round(amount * 0.029) + FIXED_FEE[currency]

/** What the provider takes for each dispute, whatever its end. */
export const DISPUTE_FEE: Record<Currency, number> = { usd: 1500, gbp: 2000, inr: 150_000, eur: 2000 }

/** Formats cents for display: `formatMoney(124000, 'usd')` is `$1,240.00`. */
export function formatMoney(amount: number, currency: Currency): string {
  return new Intl.NumberFormat(LOCALES[currency], { style: 'currency', currency }).format(amount / 100)
}
