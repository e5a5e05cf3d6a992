import { sql, type Insertable } from 'kysely'
import { STANDARD_PRICE, type OfferLine } from '#shared/tours/offers/offer-lines.ts'
import { GUEST } from '#shared/tours/offers/simple-tours.ts'
import type { BookingLines } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'

type LineRow = Insertable<BookingLines>

/**
 * Returns the first version of a booking's lines as one value, so that a statement takes any number of them. `taxCategoryId` is the tour's, for
 * lines without one of their own.
 */
export function toLineRows(bookingId: string, lines: readonly OfferLine[], taxCategoryId: string | null): string {
  return JSON.stringify(
    lines.map((line, index): LineRow => ({
      booking_id: bookingId,
      version: 1,
      line: index + 1,
      kind: line.kind,
      ref: line.id,
      name: line.name,
      quantity: line.quantity,
      unit_price_cents: line.unitPriceCents,
      total_cents: line.totalCents,
      discount_cents: line.discountCents,
      rule: line.rule,
      tax_category_id: ['discount', 'code'].includes(line.kind) ? null : (line.taxCategoryId ?? taxCategoryId),
    })),
  )
}

/** Listed explicitly, because only such statements are prepared (`lib/preparing-client.ts`). */
const COLUMNS = [
  'booking_id',
  'version',
  'line',
  'kind',
  'ref',
  'name',
  'quantity',
  'unit_price_cents',
  'total_cents',
  'discount_cents',
  'rule',
  'tax_category_id',
] as const

/** Builds the statement that writes the lines of a booking. The database refuses any that do not come to its total. */
export function insertingLines(db: Database | Trx, rows: string) {
  return db
    .insertInto('booking_lines')
    .columns([...COLUMNS])
    .expression((eb) =>
      eb.selectFrom(sql<Required<LineRow>>`jsonb_populate_recordset(null::booking_lines, ${rows}::jsonb)`.as('line')).select([...COLUMNS]),
    )
}

/**
 * Gives the next tour bookings of before their one line, the guests at the price that they booked at; generated ones stay without. Returns how
 * many were read; none once all are done.
 */
export async function writeNextLines(db: Database, most: number, now: Date): Promise<number> {
  const { written_until: after, finished_at: finished } = await db.selectFrom('line_progress').selectAll().executeTakeFirstOrThrow()
  if (finished) return 0
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ count: number; last: string | null }>`
      with next as (
        select id, total_cents, guests, unit_price_cents from bookings join tour_bookings on booking_id = bookings.id
        where id > ${after}::uuid and not is_generated order by id limit ${most}),
      written as (
        insert into booking_lines (booking_id, line, kind, ref, name, quantity, unit_price_cents, total_cents, rule)
        select id, 1, 'unit', ${GUEST}, 'Guest', case when is_even then guests else 1 end,
          case when is_even then unit_price_cents else total_cents end, total_cents, ${STANDARD_PRICE}
        from next cross join lateral (select guests::bigint * unit_price_cents = total_cents as is_even) as price
        where not exists (select from booking_lines where booking_id = next.id))
      select count(*)::integer as count, max(id::text) as last from next`.execute(trx)
    const { count = 0, last = null } = rows[0] ?? {}
    await trx
      .updateTable('line_progress')
      .set(last === null ? { finished_at: now } : { written_until: last })
      .execute()
    return count
  })
}
