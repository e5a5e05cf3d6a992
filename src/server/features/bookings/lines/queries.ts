import { sql } from 'kysely'
import type { Bought, BoughtOption } from '#shared/bookings/bought.ts'
import { priceText, type BoughtLine } from '#shared/bookings/price-text.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Returns what a booking is made of, in its last version; empty for one that was made before there were lines. */
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

/** Returns what the price of a booking is made of, as the card page tells it; undefined for a tour with one price. */
export async function findPriceText(db: Database | Trx, bookingId: string, currency: Currency): Promise<string | undefined> {
  const bought = await findBoughtLines(db, bookingId)
  return bought && priceText(bought.option, bought.lines, currency)
}

interface BoughtRow {
  option: BoughtOption
  lines: { kind: Bought['lines'][number]['kind']; name: string; quantity: number; unit_price: number; total: number; rule: string }[]
}

/** Selects what was bought, of a row of `tour_bookings`: null for a tour with one price. */
export const boughtOf = sql<BoughtRow | null>`case when tour_bookings.option_id is not null then jsonb_build_object(
  'option', jsonb_build_object('name', option_name, 'startTime', start_time, 'minutes', minutes,
    'pickup', case when pickup_place is not null then jsonb_build_object('place', pickup_place, 'minutesBefore', pickup_minutes) end),
  'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'quantity', quantity, 'unit_price', unit_price_cents,
      'total', total_cents, 'rule', rule) order by line), '[]')
    from booking_lines as sold where sold.booking_id = tour_bookings.booking_id
      and version = (select max(version) from booking_lines as last where last.booking_id = sold.booking_id))) end`

/** What was bought as it is sent, with decimals; empty for a tour with one price. */
export function toBought(row: BoughtRow | null): Partial<Bought> {
  if (!row) return {}
  const lines = row.lines.map(({ unit_price, total, ...line }) => ({
    ...line,
    unitPrice: centsToDecimal(unit_price),
    total: centsToDecimal(total),
  }))
  return { option: row.option, lines }
}
