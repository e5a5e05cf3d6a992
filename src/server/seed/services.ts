import type { Trx } from '#server/lib/db.ts'
import type { SeedService } from './schemas.ts'

/** Skips services that already exist. */
export async function insertServices(trx: Trx, services: SeedService[]): Promise<void> {
  const ruleOf = (service: SeedService, type: string) => service.pricingRules.find((rule) => rule.type === type)?.valueCents ?? null
  await trx
    .insertInto('service_types')
    .values(
      services.map((service, position) => ({
        id: service.id,
        name: service.name,
        description: service.description,
        special_requirements: service.specialRequirements,
        base_price_cents: service.basePriceCents,
        per_floor_cents: ruleOf(service, 'perFloor'),
        per_helper_cents: ruleOf(service, 'perHelper'),
        full_refund_days: service.refundPolicy.fullRefundDays,
        partial_refund_days: service.refundPolicy.partialRefundDays,
        partial_refund_percentage: service.refundPolicy.partialRefundPercentage,
        position,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
