import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** Their jobs have had the first chance by then. */
const FRESH_MS = 60_000
/** Older news would only confuse. */
const WEEK_MS = 7 * 24 * 60 * 60_000

/** Returns the ids of unsent emails that are to be tried again, those that have waited longest first. */
export async function listDueMails(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', now)
    .where('created_at', '<', new Date(now.getTime() - FRESH_MS))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the ids of emails that have been tried in vain for a week. */
export async function listOldMails(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - WEEK_MS))
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the emails that have failed for good, the latest first, without their addresses. */
export async function listFailedMails(db: Database, limit: number) {
  return db
    .selectFrom('mails')
    .leftJoin('bookings', 'bookings.id', 'mails.booking_id')
    .select(['mails.id', 'template', 'failure', 'failed_at', 'reference'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
}
