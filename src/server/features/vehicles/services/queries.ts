import { centsToUnits } from '#shared/money.ts'
import type { StaffService } from '#shared/staff-services.ts'
import type { Database } from '#server/lib/db.ts'

const unitsOf = (cents: number | null) => (cents === null ? null : centsToUnits(cents))

export async function listStaffServices(db: Database): Promise<StaffService[]> {
  const open = await countOpenRequests(db)
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

/** Returns how many requests per service wait for an answer or payment. They are few among many, so the query goes by status. */
async function countOpenRequests(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .select((eb) => ['service_type_id', eb.fn.countAll<number>().as('count')])
    .where('kind', '=', 'vehicle')
    .where('bookings.status', 'in', ['pending', 'approved'])
    .groupBy('service_type_id')
    .execute()
  return new Map(rows.map(({ service_type_id, count }) => [service_type_id, count]))
}
