import type { Database } from '#server/lib/db.ts'

/** So many of each kind in one run: the provider limits how often it may be asked. */
const BATCH = 100

/** Events that have been stored and not acted on. */
export async function listUnprocessedEvents(db: Database, before: Date) {
  return db
    .selectFrom('provider_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .orderBy('received_at')
    .limit(BATCH)
    .execute()
}

/** Attempts that are neither paid nor over; those that were looked at longest ago first. */
export async function listUnfinishedAttempts(db: Database, before: Date) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('status', 'in', ['creating', 'open'])
    .where('created_at', '<=', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
}

/** Refunds of which the provider has not said how they ended. */
export async function listUnsettledRefunds(db: Database, before: Date) {
  return db
    .selectFrom('refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where('state', 'in', ['requested', 'pending'])
    .where('updated_at', '<=', before)
    .where((eb) => eb.or([eb('send_after', 'is', null), eb('send_after', '<=', before)]))
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
}
