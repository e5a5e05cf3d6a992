import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Database } from '#server/lib/db.ts'

export { isPosted, listUnposted, readBalance, readReceipt, receiptSums, refundSums, sumBookings, type ReceiptSums } from './booking-sums.ts'

export interface AccountBalance {
  account: string
  currency: string
  /** Debit positive, credit negative. */
  cents: number
}

/** Returns the balances of all accounts that have postings, up to the end of a day of the agency; `on` left out: all that is posted. */
export async function trialBalance(db: Database, on?: Day): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select account, currency, sum(cents) as cents from ledger_sums where ${on ?? null}::date is null or day <= ${on ?? null}::date
    group by account, currency order by currency, account`.execute(db)
  return rows
}

export interface JournalLine {
  entry: number
  kind: string
  postedOn: Day
  account: string
  cents: number
  currency: string
}

/** Returns everything that was posted for a booking, in the order of writing. */
export async function listJournal(db: Database, bookingId: string): Promise<JournalLine[]> {
  return db
    .selectFrom('postings')
    .innerJoin('entries', 'entries.id', 'entry_id')
    .select(['entries.id as entry', 'kind', 'posted_on as postedOn', 'account', 'amount_cents as cents', 'currency'])
    .where('booking_id', '=', bookingId)
    .orderBy('entries.id')
    .orderBy('line')
    .execute()
}
