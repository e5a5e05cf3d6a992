import { centsToUnits } from '#shared/money.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'
import type { Database } from '#server/lib/db.ts'

const unitsOf = (cents: number | null) => (cents === null ? null : centsToUnits(cents))

export interface OpenRequests {
  open: number
  unpaid: number
}

/**
 * Returns all services, including those no longer offered, in the order travellers see. `requests` are the counts per
 * service.
 */
export async function listStaffServices(db: Database, requests: ReadonlyMap<string, OpenRequests>): Promise<StaffService[]> {
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
    taxCategoryId: row.tax_category_id,
    isActive: row.is_active,
    version: row.version,
    openRequests: requests.get(row.id)?.open ?? 0,
    unpaidRequests: requests.get(row.id)?.unpaid ?? 0,
  }))
}
