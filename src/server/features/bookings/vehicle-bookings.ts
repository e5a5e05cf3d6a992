import { randomUUID } from 'node:crypto'
import { sql, type Expression, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { VehicleBooking } from '#shared/bookings/public.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Trx, Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import type { OfferedService, OpenRequests } from '#server/features/vehicles/services.ts'
import { createReference } from './records.ts'

interface NewVehicleBooking extends Omit<Insertable<DB['vehicle_bookings']>, 'booking_id' | 'service_type_id' | 'asked_cents'> {
  totalCents: number
  startsOn: Day
  createdAt: Date
}

/** The request keeps the service's current refund policy. */
export async function createVehicleBooking(
  trx: Trx,
  userId: string,
  service: OfferedService,
  { totalCents, startsOn, createdAt, ...facts }: NewVehicleBooking,
): Promise<{ id: string; reference: string }> {
  const id = randomUUID()
  const reference = createReference()
  await trx
    .insertInto('bookings')
    .values({
      id,
      reference,
      kind: 'vehicle',
      user_id: userId,
      status: 'pending',
      title: service.name,
      total_cents: totalCents,
      currency: service.currency,
      starts_on: startsOn,
      full_refund_days: service.full_refund_days,
      partial_refund_days: service.partial_refund_days,
      partial_refund_percentage: service.partial_refund_percentage,
      created_at: createdAt,
    })
    .execute()
  await trx
    .insertInto('vehicle_bookings')
    .values({ ...facts, booking_id: id, service_type_id: service.id, asked_cents: totalCents })
    .execute()
  return { id, reference }
}

/** Returns the number completed. Tours are not affected. */
export async function completeVehicleBookings(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { config, db, now } = deps
  const dayOf = (moment: Date) => dayIn(config.AGENCY_TIME_ZONE, moment)
  let completed = 0
  const read = async (limit: number, after?: VehicleInStatus) => listInStatus(db, 'confirmed', limit, after)
  for await (const page of pagesOf(read, { stopping })) {
    const due = page.filter(({ dropoff_at }) => dayOf(dropoff_at) < dayOf(now()))
    const counts = await workTogether(deps, 'to complete a move', due, async (trx, rows) =>
      completeBookings(
        trx,
        rows.map(({ id }) => id),
        now(),
      ),
    )
    completed += counts.reduce((one, other) => one + other, 0)
  }
  return completed
}

/**
 * Completes those bookings that are still confirmed and returns their number. Locked ones are skipped until the next
 * run, so that no one waits for a whole page.
 */
export async function completeBookings(trx: Trx, ids: readonly string[], now: Date): Promise<number> {
  const locked = await trx
    .selectFrom('bookings')
    .select('id')
    .where(isOneOf('id', ids))
    .where('kind', '=', 'vehicle')
    .where('status', '=', 'confirmed')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const chosen = isOneOf(
    'id',
    locked.map(({ id }) => id),
  )
  // One statement for a long page, bypassing `setStatus` because only confirmed bookings were selected above.
  await trx.updateTable('bookings').set({ status: 'completed', completed_at: now }).where(chosen).execute()
  return locked.length
}

type QuoteFacts = Pick<
  Updateable<DB['vehicle_bookings']>,
  'quoted_cents' | 'quote_version' | 'quote_expires_at' | 'decision_reason' | 'decided_by'
>

export async function setQuoteFacts(trx: Trx, bookingId: string, facts: QuoteFacts): Promise<void> {
  await trx.updateTable('vehicle_bookings').set(facts).where('booking_id', '=', bookingId).execute()
}

/** Moves the end of a quote to `earliest` if it is before that, but not past the move. Returns the end. */
export async function keepQuoteUntil(trx: Trx, bookingId: string, earliest: Date): Promise<Date> {
  const { quote_expires_at } = await trx
    .updateTable('vehicle_bookings')
    .set({ quote_expires_at: sql<Date>`greatest(quote_expires_at, least(${earliest}, pickup_at))` })
    .where('booking_id', '=', bookingId)
    .returning('quote_expires_at')
    .executeTakeFirstOrThrow()
  return quote_expires_at ?? earliest
}

export async function forgetDecisionReasons(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('vehicle_bookings')
    .set({ decision_reason: null })
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
    .execute()
}

type VehicleBookingRow = Selectable<DB['vehicle_bookings']> &
  Pick<Selectable<DB['bookings']>, 'reference' | 'status' | 'total_cents' | 'currency'> & {
    service_name: string
    provider_payment_id: string | null
  }

export function toVehicleBooking(row: VehicleBookingRow): VehicleBooking {
  return {
    id: row.booking_id,
    reference: row.reference,
    serviceType: { id: row.service_type_id, name: row.service_name },
    pickupDate: row.pickup_at.toISOString(),
    dropoffDate: row.dropoff_at.toISOString(),
    price: centsToDecimal(row.total_cents),
    currency: row.currency,
    status: row.status,
    stripeId: row.provider_payment_id,
    pickupLocation: row.pickup_location,
    dropoffLocation: row.dropoff_location,
    itemDetails: row.item_details as unknown as VehicleBooking['itemDetails'],
    quotedPrice: row.quoted_cents === null || row.quoted_cents === row.asked_cents ? null : centsToDecimal(row.quoted_cents),
    reason: row.decision_reason,
    payUntil: row.status === 'approved' ? (row.quote_expires_at?.toISOString() ?? null) : null,
  }
}

export type VehicleInStatus = Awaited<ReturnType<typeof listInStatus>>[number]

/**
 * Returns a page of vehicle bookings in a status, oldest first, continuing after `after`. The caller checks which are
 * due, so that every page costs the same however few are.
 */
export async function listInStatus(db: Database, status: BookingStatus, limit: number, after?: { id: string; made: string }) {
  return (
    db
      .selectFrom('bookings')
      .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
      // As text, because a Date would lose the microseconds.
      .select(['bookings.id', sql<string>`bookings.created_at::text`.as('made'), 'pickup_at', 'dropoff_at', 'quote_expires_at'])
      .where('kind', '=', 'vehicle')
      .where('status', '=', status)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(bookings.created_at, bookings.id) > (${after?.made}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('bookings.created_at')
      .orderBy('bookings.id')
      .limit(limit)
      .execute()
  )
}

/**
 * Returns the number of requests per service that await an answer or payment, and of those that await payment. These are
 * few among many bookings, so the lookup goes by status.
 */
export async function countOpenRequests(db: Database): Promise<ReadonlyMap<string, OpenRequests>> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .select((eb) => ['service_type_id', eb.fn.countAll<number>().as('open')])
    .select((eb) => eb.fn.countAll<number>().filterWhere('bookings.status', '=', 'approved').as('unpaid'))
    .where('kind', '=', 'vehicle')
    .where('bookings.status', 'in', ['pending', 'approved'])
    .groupBy('service_type_id')
    .execute()
  return new Map(rows.map(({ service_type_id, open, unpaid }) => [service_type_id, { open, unpaid }]))
}

/** Maximum size of the item lists on one page, since several pages are in memory at once. */
const MAX_PAGE_BYTES = 1_000_000

/** Position within the page, from 1. */
export interface Place {
  id: string
  place: number
}

/** Selects as many of a page's first vehicle bookings as fit into MAX_PAGE_BYTES, but at least one. */
export function selectWithinBytes(db: Database, page: Expression<Place>) {
  const weighed = db
    .selectFrom(sql<Place>`${page}`.as('page'))
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'page.id')
    .select(['page.id', 'page.place'])
    .select(sql<number>`sum(item_bytes) over (order by page.place) - item_bytes`.as('bytes_before'))
    .as('weighed')
  return db.selectFrom(weighed).select(['weighed.id', 'weighed.place']).where('weighed.bytes_before', '<', MAX_PAGE_BYTES)
}
