import { DEFAULT_CURRENCY, type Currency } from '#shared/money.ts'

const CURRENCY_NAMES: Record<Currency, string> = { usd: 'US dollars', gbp: 'British pounds', inr: 'Indian rupees' }

/** What prices are in, as the texts say it. */
export const PRICED_IN = {
  tour: CURRENCY_NAMES[DEFAULT_CURRENCY.tour],
  vehicle: CURRENCY_NAMES[DEFAULT_CURRENCY.vehicle],
  tool: CURRENCY_NAMES[DEFAULT_CURRENCY.tool],
}
