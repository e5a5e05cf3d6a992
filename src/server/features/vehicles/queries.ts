import { centsToUnits } from '#shared/money.ts'
import { isCovered } from '#shared/vehicles/postcodes.ts'
import type { ServiceRates, ServiceType } from '#shared/vehicles/public.ts'
import type { Database } from '#server/lib/db.ts'

/** Sorted by position (specification §3). */
export async function listServiceTypes(db: Database): Promise<ServiceType[]> {
  const rows = await db.selectFrom('service_types').selectAll().where('is_active', '=', true).orderBy('position').orderBy('id').execute()
  return rows.map((row) => {
    const rules = [
      { type: 'perFloor' as const, cents: row.per_floor_cents },
      { type: 'perHelper' as const, cents: row.per_helper_cents },
    ]
    return {
      id: row.id,
      name: row.name,
      price: centsToUnits(row.base_price_cents),
      currency: row.currency,
      description: row.description,
      specialrequirements: row.special_requirements,
      stripeProductId: row.stripe_product_id,
      pricingRules: rules.flatMap(({ type, cents }) => (cents === null ? [] : [{ type, value: centsToUnits(cents) }])),
      refundPolicy: {
        fullRefundDays: row.full_refund_days,
        partialRefundDays: row.partial_refund_days,
        partialRefundPercentage: row.partial_refund_percentage,
      },
    }
  })
}

/** Returns undefined if the service does not exist or is no longer offered. */
export async function findOfferedService(db: Database, id: string) {
  return db.selectFrom('service_types').selectAll().where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
}

export type OfferedService = NonNullable<Awaited<ReturnType<typeof findOfferedService>>>

export function ratesOfRow(row: OfferedService): ServiceRates {
  return { baseCents: row.base_price_cents, perFloorCents: row.per_floor_cents, perHelperCents: row.per_helper_cents }
}

export async function checkCoverage(db: Database, pickup: string, drop: string): Promise<{ pickup: boolean; drop: boolean }> {
  const rows = await db.selectFrom('coverage_areas').select('code').where('is_active', '=', true).execute()
  const codes = new Set(rows.map(({ code }) => code))
  return { pickup: isCovered(pickup, codes), drop: isCovered(drop, codes) }
}
