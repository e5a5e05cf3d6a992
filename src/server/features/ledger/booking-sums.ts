import { sql } from 'kysely'
import { centsToDecimal } from '#shared/money.ts'
import type { BookingBalance } from '#shared/bookings/staff.ts'
import type { Database } from '#server/lib/db.ts'

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
      select booking_id, kind, account, amount_cents, currency, account in ('provider_clearing', 'bank', 'cash') as is_money
      from postings join entries on entries.id = entry_id where booking_id = any(${bookingIds}::uuid[])
    ) as posted group by booking_id, currency order by booking_id, currency`.execute(db)
  return rows
}

/** Returns the same of one booking; undefined while money from before there was a ledger has yet to be posted. */
export async function readBalance(db: Database, bookingId: string): Promise<BookingBalance[] | undefined> {
  const rows = await sumBookings(db, [bookingId])
  const isPosted = rows.length > 0 || !(await hasPayment(db, bookingId))
  return isPosted ? rows.map(toBalance) : undefined
}

async function hasPayment(db: Database, bookingId: string): Promise<boolean> {
  return (await db.selectFrom('payments').select('id').where('booking_id', '=', bookingId).executeTakeFirst()) !== undefined
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
