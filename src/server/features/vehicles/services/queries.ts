import { centsToUnits } from '#shared/money.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'
import type { Database } from '#server/lib/db.ts'

const unitsOf = (cents: number | null) => (cents === null ? null : centsToUnits(cents))

/**
 * Returns all services, including those no longer offered, in the order travellers see. `open` is the number of open
 * requests per service.
 */
export async function listStaffServices(db: Database, open: ReadonlyMap<string, number>): Promise<StaffService[]> {
  const rows = await db.selectFrom('service_types').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    specialRequirements: row.special_requirements,
    price: centsToUnits(row.base_price_cents),
    currency: row.currency,
    perFloor: unitsOf(row.per_floor_cents),
    perHelper: unitsOf(row.per_helper_cents),
    refundPolicy: {
      fullRefundDays: row.full_refund_days,
      partialRefundDays: row.partial_refund_days,
      partialRefundPercentage: row.partial_refund_percentage,
    },
    isActive: row.is_active,
    version: row.version,
    openRequests: open.get(row.id) ?? 0,
  }))
}
