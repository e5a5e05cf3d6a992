import type { Database } from '#server/lib/db.ts'

/** Limit per kind and run, because the provider rate-limits our calls. */
const MOST = 1000

export interface Scope {
  /** Only rows at least this old. */
  before: Date
  /** Only rows due for a retry by then; undefined means all of them. */
  dueBy: Date | undefined
}

/** Longest overdue first. */
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

/** Least recently checked first. */
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

/** Card refunds whose outcome the provider has not reported, least recently checked first. */
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
