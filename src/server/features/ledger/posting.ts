import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { listUnposted } from './booking-sums.ts'

/** Tells the database the agency's time zone, by which entries get their day. */
export async function noteTimeZone(db: Database, timeZone: string): Promise<void> {
  await db.updateTable('ledger_settings').set({ time_zone: timeZone }).where('time_zone', '!=', timeZone).execute()
}

export interface LedgerFault {
  bookingId: string
  /** In words for staff. */
  fault: string
}

/** Compares what is posted for some bookings with the rows that it was posted for; handed in by a feature that may ask all of them. */
export type ListFaults = (db: Database, bookingIds: readonly string[]) => Promise<LedgerFault[]>

const BATCH = 200

/**
 * Posts what was paid before there was a ledger, and proves it. What does not agree opens a task that names the booking, and stops nothing.
 * Returns whether all is posted; goes on where it was interrupted.
 */
export async function postHistory({ db, now }: Pick<Deps, 'db' | 'now'>, listFaults: ListFaults, stopping?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (stopping?.aborted) return false
    const bookingIds = await postNextHistory(db, BATCH, now())
    if (bookingIds.length === 0) return true
    for (const { bookingId, fault } of await listFaults(db, bookingIds)) {
      const cause = `The ledger entries for this booking don’t balance: ${fault}. Compare them with the card provider and the bank. This task doesn’t move any money.`
      await db
        .transaction()
        .execute(async (trx) => openTask(trx, { kind: 'note', subject: `ledger ${bookingId}`, cause, bookingId }, now()))
    }
  }
}

/**
 * Posts the money of the next bookings that were paid before there was a ledger, each under its lock and with its true days. Returns their
 * ids; none once all are posted.
 */
async function postNextHistory(db: Database, most: number, now: Date): Promise<string[]> {
  const { replayed_until: after, replayed_at: done } = await db.selectFrom('ledger_progress').selectAll().executeTakeFirstOrThrow()
  if (done) return []
  const bookings = await db
    .selectFrom('payments')
    .select('booking_id')
    .distinct()
    .where('is_generated', '=', false)
    .where('booking_id', '>', after)
    .orderBy('booking_id')
    .limit(most)
    .execute()
  const ids = bookings.map(({ booking_id: id }) => id)
  for (const id of ids) await postBooking(db, id)
  const last = ids.at(-1)
  const progress = last === undefined ? { replayed_at: now } : { replayed_until: last }
  await db.updateTable('ledger_progress').set(progress).execute()
  return ids
}

/**
 * Posts the money of those of some bookings to which the replay has not come, so that what is read of them is right. In a transaction the
 * bookings must have been locked.
 */
export async function postMissing(db: Database | Trx, bookingIds: readonly string[]): Promise<void> {
  for (const id of await listUnposted(db, bookingIds)) await postBooking(db, id)
}

async function postBooking(db: Database | Trx, id: string): Promise<void> {
  const post = async (trx: Database | Trx) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute()
    await sql`select post_booking_history(${id}::uuid)`.execute(trx)
  }
  await (db.isTransaction ? post(db) : db.transaction().execute(post))
}

/** A trip takes at most a year. */
const LONGEST_DAYS = 366
/** The last days are looked at again: a payment may have been on its way while they were posted. */
const OVERLAP_DAYS = 7

/**
 * Posts the advances of trips that ended before today as revenue, each on its last day. `today`: the agency's. Goes on where it was
 * interrupted.
 */
export async function postTravelled(db: Database, today: Day, stopping?: AbortSignal): Promise<void> {
  const until = addDays(today, -1)
  const { travelled_until: known } = await db.selectFrom('ledger_progress').select('travelled_until').executeTakeFirstOrThrow()
  if (known !== null && known >= until) return
  const since = known && addDays(known, -OVERLAP_DAYS)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const looked = await listTrips(db, since, until, after)
    if (looked.length === 0) break
    for (const { id, isDue } of looked) {
      if (stopping?.aborted) return
      if (!isDue) continue
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute()
        await sql`select post_travelled(bookings) from bookings where id = ${id} and status in ('confirmed', 'completed')`.execute(trx)
      })
    }
    after = looked.at(-1)?.id ?? after
  }
  // From now on, payments for those trips are revenue straight away.
  await db.updateTable('ledger_progress').set({ travelled_until: until }).execute()
}

/** Few of them may be due, so that a statement is bounded by how many it looks at. */
const LOOKED_AT = 2000

/** Lists the next bookings that may have ended after `since` and up to `until`, by id, with whether they have, and have advances. */
async function listTrips(db: Database, since: Day | null, until: Day, after: string): Promise<{ id: string; isDue: boolean }[]> {
  const { rows } = await sql<{ id: string; isDue: boolean }>`
    select id, last_day_of(bookings) between coalesce(${since}::date + 1, '-infinity') and ${until}::date
      and exists (select from postings where booking_id = bookings.id and account = 'customer_advances' having sum(amount_cents) <> 0) as "isDue"
    from bookings where id > ${after}::uuid and status in ('confirmed', 'completed') and starts_on <= ${until}
      and (${since}::date is null or starts_on > ${since}::date - ${LONGEST_DAYS}::integer)
    order by id limit ${LOOKED_AT}`.execute(db)
  return rows
}
