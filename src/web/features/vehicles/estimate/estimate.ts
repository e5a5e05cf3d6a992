import { DEFAULT_CURRENCY, type Currency, type Money } from '#shared/money.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { ratesOf, vehiclePrice, type PriceBreakdown, type ServiceRates, type ServiceType } from '#shared/vehicles/public.ts'
import { MAX_FLOOR, MAX_HELPERS } from '#shared/vehicles/requests.ts'
import type { Fields } from '#web/features/vehicles/draft/wizard-draft.ts'

type Priced = Pick<ServiceType, 'price' | 'pricingRules'> & { currency?: Currency | undefined }

/** Amounts are in cents of a single currency. */
export type Estimate = PriceBreakdown &
  Pick<ServiceRates, 'perFloorCents' | 'perHelperCents'> & { currency: Currency; floors: number; helpers: number }

export function estimateOf(service: Priced, fields: Pick<Fields, 'pickupFloor' | 'dropFloor' | 'helpers'>): Estimate {
  const rates = ratesOf(service)
  const { perFloorCents, perHelperCents } = rates
  // Fields for which this service does not charge are hidden, so a number typed for another service must not count.
  const floors = perFloorCents === null ? 0 : countOf(fields.pickupFloor, MAX_FLOOR) + countOf(fields.dropFloor, MAX_FLOOR)
  const helpers = perHelperCents === null ? 0 : countOf(fields.helpers, MAX_HELPERS)
  return { ...vehiclePrice(rates, floors, helpers), currency: currencyOf(service), perFloorCents, perHelperCents, floors, helpers }
}

function countOf(text: string, most: number): number {
  const count = typedWhole(text)
  return count >= 0 && count <= most ? count : 0
}

export function servicePrice(service: Priced): Money {
  return { cents: ratesOf(service).baseCents, currency: currencyOf(service) }
}

export function estimatedPrice({ totalCents, currency }: Estimate): Money {
  return { cents: totalCents, currency }
}

function currencyOf({ currency = DEFAULT_CURRENCY.vehicle }: Priced): Currency {
  return currency
}
