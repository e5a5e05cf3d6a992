import type { Database } from '#server/lib/db.ts'

/** The most of each kind in one run: the provider limits how often it may be asked. */
const MOST = 1000

/** What a run takes up. */
export interface Scope {
  /** Only what is at least as old as this. */
  before: Date
  /** Only what is to be tried again by then; all of it when there is no such moment. */
  dueBy: Date | undefined
}

/** Events that have been stored and not acted on; those that have waited longest for a try first. */
export async function listUnprocessedEvents(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('provider_events')
    .select(['id', 'type', 'object_id', 'tries'])
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('next_try_at')
    .limit(MOST)
    .execute()
}

/** Attempts that are neither paid nor over; those that were looked at longest ago first. */
export async function listUnfinishedAttempts(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('status', 'in', ['creating', 'open'])
    .where('created_at', '<=', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(MOST)
    .execute()
}

/** Refunds of card payments of which the provider has not said how they ended; those that were looked at longest ago first. */
export async function listUnsettledRefunds(db: Database, { before, dueBy }: Scope) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', 'state', 'provider_refund_id', 'tries'])
    .where('provider_payment_id', 'is not', null)
    .where('state', 'in', ['requested', 'pending'])
    .where('updated_at', '<=', before)
    .where((eb) => eb.or([eb('send_after', 'is', null), eb('send_after', '<=', before)]))
    .$if(dueBy !== undefined, (query) => query.where('next_try_at', '<=', dueBy as Date))
    .orderBy('updated_at')
    .limit(MOST)
    .execute()
}
