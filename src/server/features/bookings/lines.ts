import { sql, type Insertable } from 'kysely'
import type { Bought, BoughtOption } from '#shared/bookings/bought.ts'
import { priceText, type BoughtLine } from '#shared/bookings/price-text.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import { STANDARD_PRICE, type OfferLine } from '#shared/tours/offers/offer-lines.ts'
import { GUEST } from '#shared/tours/offers/simple-tours.ts'
import type { BookingLines } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'

/** Returns the lines of a booking in their last version; empty for a booking from before there were lines. */
export async function listLines(db: Database | Trx, bookingId: string) {
  return db
    .selectFrom('booking_lines')
    .select(['kind', 'ref', 'name', 'quantity', 'unit_price_cents', 'total_cents', 'discount_cents', 'rule', 'tax_category_id'])
    .where('booking_id', '=', bookingId)
    .where('version', '=', (eb) =>
      eb
        .selectFrom('booking_lines as last')
        .select((inner) => inner.fn.max('version').as('version'))
        .where('last.booking_id', '=', bookingId),
    )
    .orderBy('line')
    .execute()
}

/** Returns the option and lines of a booking in whole cents; undefined for a tour with one price. */
export async function findBoughtLines(db: Database | Trx, bookingId: string) {
  const option = await db
    .selectFrom('tour_bookings')
    .select(['option_name', 'start_time'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!option || option.option_name === null) return undefined
  const lines = await listLines(db, bookingId)
  return {
    option: { name: option.option_name, startTime: option.start_time },
    lines: lines.map(({ kind, name, quantity, total_cents, discount_cents }) => ({
      kind: kind as BoughtLine['kind'],
      name,
      quantity,
      totalCents: total_cents,
      discountCents: discount_cents,
    })),
  }
}

/** Returns the lines of a booking's price as the card page shows them; undefined for a tour with one price. */
export async function findPriceText(db: Database | Trx, bookingId: string, currency: Currency): Promise<string | undefined> {
  const bought = await findBoughtLines(db, bookingId)
  return bought && priceText(bought.option, bought.lines, currency)
}

interface BoughtRow {
  option: BoughtOption
  lines: { kind: Bought['lines'][number]['kind']; name: string; quantity: number; unit_price: number; total: number; rule: string }[]
}

/** Selects the purchase of a row of `tour_bookings`: null for a tour with one price. */
export const boughtOf = sql<BoughtRow | null>`case when tour_bookings.option_id is not null then jsonb_build_object(
  'option', jsonb_build_object('name', option_name, 'startTime', start_time, 'minutes', minutes,
    'pickup', case when pickup_place is not null then jsonb_build_object('place', pickup_place, 'minutesBefore', pickup_minutes) end),
  'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'quantity', quantity, 'unit_price', unit_price_cents,
      'total', total_cents, 'rule', rule) order by line), '[]')
    from booking_lines as sold where sold.booking_id = tour_bookings.booking_id
      and version = (select max(version) from booking_lines as last where last.booking_id = sold.booking_id))) end`

/** The purchase as the API returns it, with decimals; empty for a tour with one price. */
export function toBought(row: BoughtRow | null): Partial<Bought> {
  if (!row) return {}
  const lines = row.lines.map(({ unit_price, total, ...line }) => ({
    ...line,
    unitPrice: centsToDecimal(unit_price),
    total: centsToDecimal(total),
  }))
  return { option: row.option, lines }
}

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

/** Builds the statement that writes the lines of a booking. The database refuses lines that do not add up to its total. */
export function insertingLines(db: Database | Trx, rows: string) {
  return db
    .insertInto('booking_lines')
    .columns([...COLUMNS])
    .expression((eb) =>
      eb.selectFrom(sql<Required<LineRow>>`jsonb_populate_recordset(null::booking_lines, ${rows}::jsonb)`.as('line')).select([...COLUMNS]),
    )
}

const LINES_AT_ONCE = 500

/** Gives every tour booking from before there were lines its one line; continues where it was interrupted. */
export async function writeLines({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || (await writeNextLines(db, LINES_AT_ONCE, now())) === 0) return
  }
}

/**
 * Gives the next tour bookings from before there were lines their one line: the guests at the price they booked at. Generated bookings get
 * none. Returns how many were read: 0 once all are done.
 */
export async function writeNextLines(db: Database, max: number, now: Date): Promise<number> {
  const { written_until: after, finished_at: finished } = await db.selectFrom('line_progress').selectAll().executeTakeFirstOrThrow()
  if (finished) return 0
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ count: number; last: string | null }>`
      with next as (
        select id, total_cents, guests, unit_price_cents from bookings join tour_bookings on booking_id = bookings.id
        where id > ${after}::uuid and not is_generated order by id limit ${max}),
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
