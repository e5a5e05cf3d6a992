import type { Database } from '#server/lib/db.ts'

/** So long a payment that is not what was agreed holds the seats of its booking, for a person to decide. */
export const QUARANTINE_MS = 24 * 60 * 60_000

/** Bookings whose seats have been held long enough for a payment that a person should have judged. */
export async function listOverdueQuarantines(db: Database, now: Date) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'tour')
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.booking_id', '=', 'bookings.id')
          .where('role', '=', 'quarantined')
          .where('paid_at', '<=', new Date(now.getTime() - QUARANTINE_MS)),
      ),
    )
    .execute()
}
