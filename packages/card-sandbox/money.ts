interface Rules {
  /** Smallest total that can be charged, in hundredths of the currency. */
  least: number
  /** What the provider keeps of each charge besides its share, and for each dispute whatever its end; derived from `least` if missing. */
  fixedFee?: number
  disputeFee?: number
  /** In which amounts are written; the provider's own if missing. */
  locale?: string
}

/** The currencies that the provider takes, all with two decimals, with the smallest totals that it documents. */
const CURRENCIES = {
  usd: { least: 50 },
  gbp: { least: 30, fixedFee: 20, disputeFee: 2000, locale: 'en-GB' },
  inr: { least: 50, fixedFee: 300, disputeFee: 150_000, locale: 'en-IN' },
  eur: { least: 50, fixedFee: 25, disputeFee: 2000, locale: 'en-IE' },
  aed: { least: 200 },
  aud: { least: 50 },
  cad: { least: 50 },
  chf: { least: 50 },
  czk: { least: 1500 },
  dkk: { least: 250 },
  hkd: { least: 400 },
  mxn: { least: 1000 },
  myr: { least: 200 },
  nok: { least: 300 },
  nzd: { least: 50 },
  pln: { least: 200 },
  ron: { least: 200 },
  sek: { least: 300 },
  sgd: { least: 50 },
} as const satisfies Record<string, Rules>

export type Currency = keyof typeof CURRENCIES

export const CODES = Object.keys(CURRENCIES) as Currency[]

const rulesOf = (currency: Currency): Rules => CURRENCIES[currency]

/** Returns the smallest total that can be charged, in hundredths of the currency. */
export const leastCharge = (currency: Currency): number => rulesOf(currency).least

/** Maximum price or charge, in cents. */
export const MAXIMUM = 99_999_999

/** Returns what the provider keeps of a charge: 2.9 % and a fixed part. */
export function processingFee(amount: number, currency: Currency): number {
  const { least, fixedFee = least * 0.6 } = rulesOf(currency)
  return Math.round(amount * 0.029) + fixedFee
}

/** Returns what the provider takes for each dispute, whatever its end. */
export function disputeFee(currency: Currency): number {
  const { least, disputeFee: fee = least * 30 } = rulesOf(currency)
  return fee
}

/** Formats cents for display: `formatMoney(124000, 'usd')` is `$1,240.00`. */
export function formatMoney(amount: number, currency: Currency): string {
  return new Intl.NumberFormat(rulesOf(currency).locale ?? 'en-US', { style: 'currency', currency }).format(amount / 100)
}
