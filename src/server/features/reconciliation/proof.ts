import { sql } from 'kysely'
import { MONEY_ACCOUNTS } from '#shared/payments/methods.ts'
import type { LedgerFault } from '#server/features/ledger/posting.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/**
 * Proves the postings of some bookings by the rows that they were posted for: what is with us of each payment, what is owed by each refund, what
 * disputes hold and have cost, no advances of a booking that is over, and nothing in suspense but what a refund made outside left there, which is a task of its own. Returns
 * what does not agree.
 */
export async function listFaults(db: Database | Trx, bookingIds: readonly string[]): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with recursive paid as (
      select id, booking_id, role = 'voided' as never_came, case when role = 'voided' then 0 else amount_cents end as amount_cents
      from payments where booking_id = any(${bookingIds}::uuid[])
    ), returned as (
      select refunds.*, state in ('failed', 'canceled') and (cause = 'external' or failure_reason is not distinct from 'refunded_outside') as is_void
      from refunds where payment_id in (select id from paid)
    ), disputed as (
      select payment_id, standing, taken_cents from disputes where payment_id in (select id from paid)
    ), later as (
      select replaces as id, id as by, is_void from returned where replaces is not null
      union all select later.id, returned.id, returned.is_void from later join returned on returned.replaces = later.by
    ), standing as (
      select booking_id, receipt_id, account, sum(amount_cents) as cents from postings join entries on entries.id = entry_id
      where booking_id = any(${bookingIds}::uuid[]) and kind <> 'provider_fee' group by booking_id, receipt_id, account
    ), posted as (
      select receipt_id as id, what, sum(cents) as posted from standing join (values
        ${sql.join(MONEY_ACCOUNTS.map((account) => sql`('held', ${sql.lit(account)})`))},
        ('disputed', 'chargebacks'), ('lost', 'dispute_losses'), ('owed', 'refunds_payable')
      ) as accounts (what, account) using (account) group by receipt_id, what
    ), wanted as (
      select booking_id, id, 'held' as what,
        amount_cents - coalesce((select sum(amount_cents) from returned where payment_id = paid.id and state in ('succeeded', 'settled')), 0)
          - coalesce((select sum(taken_cents) from disputed where payment_id = paid.id), 0) as cents
      from paid
      union all select booking_id, id, 'disputed',
        coalesce((select sum(taken_cents) from disputed where payment_id = paid.id and standing = 'open'), 0)
          - coalesce((select sum(amount_cents) from returned where payment_id = paid.id and state = 'lost' and dispute_id is null), 0)
      from paid
      union all select booking_id, id, 'lost',
        coalesce((select sum(taken_cents) from disputed where payment_id = paid.id and standing = 'lost'), 0)
          - coalesce((select sum(amount_cents) from returned where payment_id = paid.id and state = 'lost' and dispute_id is not null), 0)
      from paid
      union all select booking_id, id, 'owed', -coalesce((
        select sum(amount_cents) from returned
        where payment_id = paid.id and not is_void and state not in ('succeeded', 'settled', 'lost')
          and not exists (select from later where later.id = returned.id and not later.is_void)), 0)
      from paid
    )
    select booking_id as "bookingId", fault from (
      select booking_id, format('payment %s: %s is %s, and %s posted', id, what, cents, coalesce(posted, 0)) as fault
        from wanted left join posted using (id, what) where coalesce(posted, 0) <> cents
      union all
      select paid.booking_id, format('payment %s was voided, and %s cents stand in %s', id, cents, account)
        from standing join paid on paid.id = receipt_id where never_came and cents <> 0
      union all
      select booking_id, format('%s cents of a booking that is %s stand in %s', sum(cents), status, account)
        from standing join bookings on bookings.id = booking_id
        where account = 'customer_advances' and status not in ('pending', 'approved', 'confirmed', 'completed') or account = 'revenue' and status = 'cancelled'
        group by booking_id, status, account having sum(cents) <> 0
      union all
      select booking_id, format('%s cents in suspense', sum(cents)) from standing where account = 'suspense'
        and not exists (select from tasks where tasks.booking_id = standing.booking_id and kind = 'external_refund')
        group by booking_id having sum(cents) <> 0
    ) as faults order by booking_id, fault`.execute(db)
  return rows
}
