import { DEFAULT_CURRENCY, type Currency, type Money } from '#shared/money.ts'
import { ratesOf, vehiclePrice, type PriceBreakdown, type ServiceRates, type ServiceType } from '#shared/vehicles/public.ts'
import { MAX_FLOOR, MAX_HELPERS } from '#shared/vehicles/requests.ts'
import type { Fields } from '#web/features/vehicles/draft/wizard-draft.ts'

type Priced = Pick<ServiceType, 'price' | 'pricingRules'> & { currency?: Currency | undefined }

/** What a request costs and how that comes about, in cents of one currency. */
export type Estimate = PriceBreakdown &
  Pick<ServiceRates, 'perFloorCents' | 'perHelperCents'> & { currency: Currency; floors: number; helpers: number }

/** Returns the price of the chosen service for what is typed so far; anything that is not a number yet counts as 0. */
export function estimateOf(service: Priced, fields: Pick<Fields, 'pickupFloor' | 'dropFloor' | 'helpers'>): Estimate {
  const rates = ratesOf(service)
  const { perFloorCents, perHelperCents } = rates
  // What the service does not charge for is not asked, so a number typed for another service does not count.
  const floors = perFloorCents === null ? 0 : countOf(fields.pickupFloor, MAX_FLOOR) + countOf(fields.dropFloor, MAX_FLOOR)
  const helpers = perHelperCents === null ? 0 : countOf(fields.helpers, MAX_HELPERS)
  return { ...vehiclePrice(rates, floors, helpers), currency: currencyOf(service), perFloorCents, perHelperCents, floors, helpers }
}

function countOf(text: string, most: number): number {
  const count = Number(text)
  return Number.isInteger(count) && count >= 0 && count <= most ? count : 0
}

/** Returns the price shown beside a service's name. */
export function servicePrice(service: Priced): Money {
  return { cents: ratesOf(service).baseCents, currency: currencyOf(service) }
}

/** Returns the price that the request names. */
export function estimatedPrice({ totalCents, currency }: Estimate): Money {
  return { cents: totalCents, currency }
}

function currencyOf({ currency = DEFAULT_CURRENCY.vehicle }: Priced): Currency {
  return currency
}
