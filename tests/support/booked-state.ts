import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Returns what a refused request must not have changed. Enquiry emails are left out, because any enquiry becomes one. */
export async function readBookedState({ deps }: TestApp): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from bookings) as bookings,
    (select count(*) from tour_bookings) as tour_bookings,
    (select count(*) from payment_attempts) as attempts,
    (select count(*) from refunds) as refunds,
    (select coalesce(sum(seats_taken), 0) from departures) as seats,
    (select count(*) from departures) as departures,
    (select count(*) from quote_links) as links,
    (select count(*) from vehicle_photos) as photos,
    (select count(*) from mails where template <> 'enquiry-received') as mails`.execute(deps.db)
  return rows[0]
}
