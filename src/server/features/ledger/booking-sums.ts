import { sql } from 'kysely'
import type { BookingBalance } from '#shared/bookings/staff.ts'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import { MONEY_ACCOUNTS } from '#shared/payments/methods.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Of a row with an `account`: whether it holds money. */
export const isMoney = sql<boolean>`account in (${sql.join(MONEY_ACCOUNTS.map((account) => sql.lit(account)))})`

interface BalanceRow {
  bookingId: string
  currency: string
  received: number
  returned: number
  owed: number
  held: number
  net: number
  /** Taken by the card provider, as far as it has been read. */
  fee: number
}

/** Returns what has come in and gone out for bookings, for each currency in which anything was posted, in cents. */
export async function sumBookings(db: Database, bookingIds: readonly string[]): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select booking_id as "bookingId", currency,
      coalesce(sum(amount_cents) filter (where is_money and kind in ('received', 'voided')), 0)::bigint as received,
      coalesce(-sum(amount_cents) filter (where is_money and kind = 'refund_paid'), 0)::bigint as returned,
      coalesce(-sum(amount_cents) filter (where account = 'refunds_payable'), 0)::bigint as owed,
      coalesce(sum(amount_cents) filter (where account = 'chargebacks'), 0)::bigint as held,
      coalesce(sum(amount_cents) filter (where is_money and kind <> 'provider_fee'), 0)::bigint as net,
      coalesce(sum(amount_cents) filter (where account = 'provider_fees'), 0)::bigint as fee
    from (
      select booking_id, kind, account, amount_cents, currency, ${isMoney} as is_money
      from postings join entries on entries.id = entry_id where booking_id = any(${bookingIds}::uuid[])
    ) as posted group by booking_id, currency order by booking_id, currency`.execute(db)
  return rows
}

/** Returns the same of one booking, whose money must have been posted (`postMissing`). */
export async function readBalance(db: Database, bookingId: string): Promise<BookingBalance[]> {
  return (await sumBookings(db, [bookingId])).map(toBalance)
}

function toBalance({ currency, received, returned, owed, held, net }: BalanceRow): BookingBalance {
  return {
    currency,
    received: centsToDecimal(received),
    returned: centsToDecimal(returned),
    owed: centsToDecimal(owed),
    held: centsToDecimal(held),
    lost: centsToDecimal(received - returned - held - net),
    net: centsToDecimal(net),
  }
}

/** What has become of one payment, in cents. */
export interface ReceiptSums {
  /** Nothing once it was voided. */
  received_cents: number
  /** What refunds have given back or still owe; one that has failed owes it until it was paid some way. */
  returned_cents: number
  /** Held by the bank until open disputes end. */
  held_cents: number
  /** Gone through lost disputes, beyond the refunds that these have ended. */
  lost_cents: number
}

/** Selects `ReceiptSums` of a row of `payments`, to be joined sideways. Its booking's money must have been posted (`postMissing`). */
export const receiptSums = sql<ReceiptSums>`(
  select coalesce(sum(amount_cents) filter (where ${isMoney} and kind in ('received', 'voided')), 0)::bigint as received_cents,
    coalesce(-sum(amount_cents) filter (where account = 'refunds_payable' and kind = 'refund_owed'), 0)::bigint as returned_cents,
    greatest(coalesce(sum(amount_cents) filter (where account = 'chargebacks'), 0), 0)::bigint as held_cents,
    coalesce(sum(amount_cents) filter (where account = 'dispute_losses'), 0)::bigint as lost_cents
  from postings join entries on entries.id = entry_id
  where postings.booking_id = payments.booking_id and receipt_id = payments.id)`

/** Returns the sums of one payment, whose booking's money must have been posted. */
export async function readReceipt(db: Database | Trx, paymentId: string): Promise<ReceiptSums> {
  return db
    .selectFrom('payments')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .selectAll('sums')
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/**
 * Selects, of a row of `refunds` and its payment called `paid`, what it has been paid, in whatever way, and what it owes, both in cents. What one
 * owes that stands in the place of another is the difference to that. To be joined sideways.
 */
export const refundSums = sql<{ paid_cents: number; owed_cents: number }>`(
  select coalesce(-sum(amount_cents) filter (where ${isMoney} or account = 'chargebacks'), 0)::bigint as paid_cents,
    coalesce(-sum(amount_cents) filter (where account = 'refunds_payable'), 0)::bigint as owed_cents
  from postings where postings.booking_id = paid.booking_id and refund_id = refunds.id)`

/** Selects whether a row of `payments`, or of what it is called, has been posted: not yet, if it is of before there was a ledger and the replay has not come to it. */
export function isPosted(payment = 'payments') {
  return sql<boolean>`exists (select from entries where source_id = ${sql.ref(payment)}.id and source_step = 'received')`
}

/** Returns those of some bookings whose money has not been posted: sums of theirs would be wrong. */
export async function listUnposted(db: Database | Trx, bookingIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct booking_id as id from payments where booking_id = any(${bookingIds}::uuid[]) and not ${isPosted()}`.execute(db)
  return rows.map(({ id }) => id)
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
export async function listPostings(db: Database, bookingId: string): Promise<JournalLine[]> {
  return db
    .selectFrom('postings')
    .innerJoin('entries', 'entries.id', 'entry_id')
    .select(['entries.id as entry', 'kind', 'posted_on as postedOn', 'account', 'amount_cents as cents', 'currency'])
    .where('booking_id', '=', bookingId)
    .orderBy('entries.id')
    .orderBy('line')
    .execute()
}
