import type { Trx } from '#server/lib/db.ts'
import { addCustomers } from './customers.ts'
import { listSoldTours } from './departures.ts'
import { addQuotes, listSoldServices } from './quotes.ts'
import { noRows, writeRows } from './rows.ts'
import { addTourBookings } from './tour-bookings.ts'
import { addTroubles } from './troubles.ts'
import { readYear } from './year.ts'

export interface BusinessSettings {
  /** The moment at which the invented year ends. */
  now: Date
  timeZone: string
}

/**
 * Writes a year of invented business for the demo's tours and services, all marked `is_demo`. A new card sandbox is
 * given its payments (past-payments.ts), so that the books agree. `deciderId` is recorded as the staff member who
 * answered the quotes.
 */
export async function inventBusiness(trx: Trx, { now, timeZone }: BusinessSettings, deciderId: string | null): Promise<void> {
  const year = await readYear(now, timeZone)
  const rows = noRows()
  const customers = addCustomers(year, rows)
  const paid = addTourBookings(year, rows, await listSoldTours(trx), customers)
  addTroubles(year, rows, paid)
  addQuotes(year, rows, await listSoldServices(trx), customers, deciderId)
  await writeRows(trx, rows)
}
