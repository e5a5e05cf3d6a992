import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { needing } from '#shared/lenient.ts'
import { unitsToCents } from '#shared/money.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'

/** A service's rates in cents; null if it has no such rule. */
export interface ServiceRates {
  baseCents: number
  perFloorCents: number | null
  perHelperCents: number | null
}

export interface PriceBreakdown {
  baseCents: number
  floorsCents: number
  helpersCents: number
  totalCents: number
}

/**
 * The one price formula, in cents (specification §9): base price + floors × per-floor rule + helpers × per-helper rule. `floorCount` is the
 * pickup floor plus the drop-off floor. A missing rule costs nothing.
 */
export function vehiclePrice(rates: ServiceRates, floorCount: number, helpers: number): PriceBreakdown {
  const floorsCents = floorCount * (rates.perFloorCents ?? 0)
  const helpersCents = helpers * (rates.perHelperCents ?? 0)
  return { baseCents: rates.baseCents, floorsCents, helpersCents, totalCents: rates.baseCents + floorsCents + helpersCents }
}

const pricingRuleSchema = needing(z.object({ type: z.enum(['perFloor', 'perHelper']), value: z.number() }), 'type', 'value')

/** A service in responses (specification §3). Amounts are numbers of whole units. */
export const serviceTypeSchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    price: z.number(),
    currency: currencySchema,
    description: z.string(),
    specialrequirements: z.string(),
    stripeProductId: z.nullable(z.string()),
    pricingRules: z.array(pricingRuleSchema),
    refundPolicy: refundPolicySchema,
  }),
  'id',
  'name',
  'price',
)
export type ServiceType = z.infer<typeof serviceTypeSchema>

/** Converts a service's rates from a response; of two rules of the same type, the first counts. */
export function ratesOf(service: Pick<ServiceType, 'price' | 'pricingRules'>): ServiceRates {
  const ruleCents = (type: 'perFloor' | 'perHelper') => {
    const rule = service.pricingRules.find((each) => each.type === type)
    return rule ? unitsToCents(rule.value) : null
  }
  return { baseCents: unitsToCents(service.price), perFloorCents: ruleCents('perFloor'), perHelperCents: ruleCents('perHelper') }
}
