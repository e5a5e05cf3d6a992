import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Database } from '#server/lib/db.ts'

/** Tells the database the agency's time zone, by which entries get their day. */
export async function noteTimeZone(db: Database, timeZone: string): Promise<void> {
  await db.updateTable('ledger_settings').set({ time_zone: timeZone }).where('time_zone', '!=', timeZone).execute()
}

/**
 * Posts the money of the next bookings that were paid before there was a ledger, each under its lock and with its true days. Returns their
 * ids; none once all are posted.
 */
export async function postNextHistory(db: Database, most: number, now: Date): Promise<string[]> {
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

async function postBooking(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute()
    await sql`select post_booking_history(${id}::uuid)`.execute(trx)
  })
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
    const ended = await listEnded(db, since, until, after)
    if (ended.length === 0) break
    for (const id of ended) {
      if (stopping?.aborted) return
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute()
        await sql`select post_travelled(bookings) from bookings where id = ${id} and status in ('confirmed', 'completed')`.execute(trx)
      })
    }
    after = ended.at(-1) ?? after
  }
  // From now on what comes in for those trips is revenue at once.
  await db.updateTable('ledger_progress').set({ travelled_until: until }).execute()
}

/** Lists the next bookings whose last day is after `since` and up to `until`, and that have advances, by id. */
async function listEnded(db: Database, since: Day | null, until: Day, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where id > ${after}::uuid and status in ('confirmed', 'completed') and starts_on <= ${until}
      and (${since}::date is null or (starts_on > ${since}::date - ${LONGEST_DAYS}::integer and last_day_of(bookings) > ${since}::date))
      and last_day_of(bookings) <= ${until}::date
      and exists (select from postings where booking_id = bookings.id and account = 'customer_advances' having sum(amount_cents) <> 0)
    order by id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
