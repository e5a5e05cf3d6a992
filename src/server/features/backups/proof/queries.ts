import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import { listUnevenDays } from '#server/features/ledger/days.ts'
import { listUnevenMonths } from '#server/features/ledger/revenue-sums.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { SOLD_FAULTS } from './sold-faults.ts'

const PIECE = 1000

/** Selects, as `fault`, departures whose seats are not those of their bookings. */
const SEAT_FAULTS = `
  select format('departure %s of tour %s: %s seats taken, %s in bookings, of %s', departs_on, tour_id, seats_taken, coalesce(held, 0), capacity) as fault
  from departures left join (
    select tour_id, departs_on, sum(coalesce(seats, guests)) as held from bookings join tour_bookings on booking_id = bookings.id
    where status in ('pending', 'confirmed') group by tour_id, departs_on
  ) as standing using (tour_id, departs_on)
  where seats_taken <> coalesce(held, 0) or coalesce(held, 0) > capacity`

const ENTRY_FAULTS = `
  select format('entry %s: %s %s too much', entry_id, sum(amount_cents), currency) as fault from postings
  group by entry_id, currency having sum(amount_cents) <> 0`

const REFUND_FAULTS = `
  select format('payment %s: %s of %s paid back', payments.id, sum(refunds.amount_cents), payments.amount_cents) as fault
  from payments join refunds on payment_id = payments.id where state not in ('failed', 'canceled')
  group by payments.id having sum(refunds.amount_cents) > payments.amount_cents`

/** Returns what does not agree in a restored database: seats, stock, codes and lines with bookings, money with the ledger. */
export async function listFaultsOfBooks(db: Database): Promise<string[]> {
  const faults: string[] = []
  for (const query of [SEAT_FAULTS, SOLD_FAULTS, ENTRY_FAULTS, REFUND_FAULTS]) {
    const { rows } = await sql<{ fault: string }>`${sql.raw(query)}`.execute(db)
    faults.push(...rows.map(({ fault }) => fault))
  }
  faults.push(...(await listLedgerFaults(db)))
  faults.push(...(await listUnevenDays(db)).map((day) => `the totals for ${day} don’t match its postings`))
  faults.push(...(await listUnevenMonths(db)).map((month) => `the revenue for ${month} doesn’t match its postings`))
  return faults
}

/** None while history is still being posted: then bookings lack postings that nobody has forgotten. */
async function listLedgerFaults(db: Database): Promise<string[]> {
  const progress = await db.selectFrom('ledger_progress').select('replayed_at').executeTakeFirst()
  if (!progress?.replayed_at) return []
  const faults: string[] = []
  for (let ids = await listPaid(db); ids.length > 0; ids = await listPaid(db, ids.at(-1)))
    for (const { bookingId, fault } of await listFaults(db, ids)) faults.push(`booking ${bookingId}: ${fault}`)
  return faults
}

/** Returns the next bookings with payments by id, so that a large agency's are never all in memory. */
async function listPaid(db: Database, after?: string): Promise<string[]> {
  const query = db.selectFrom('payments').select('booking_id').distinct().orderBy('booking_id').limit(PIECE)
  const rows = await (after === undefined ? query : query.where('booking_id', '>', after)).execute()
  return rows.map(({ booking_id: id }) => id)
}

/** Returns the uploaded files that rows speak of and that were not backed up, and what is wrong with those of another size. */
export function listFileFaults(
  uploads: readonly { key: string; bytes: number }[],
  members: ReadonlyMap<string, { bytes: number }>,
): { missing: string[]; broken: string[] } {
  const sizeOf = (key: string) => members.get(`files/${key}`)?.bytes
  return {
    missing: uploads.filter(({ key }) => sizeOf(key) === undefined).map(({ key }) => key),
    broken: uploads
      .filter(({ key, bytes }) => ![undefined, bytes].includes(sizeOf(key)))
      .map(({ key, bytes }) => `the file ${key} has ${sizeOf(key)} bytes instead of ${bytes}`),
  }
}
