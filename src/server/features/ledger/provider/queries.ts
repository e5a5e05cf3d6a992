import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Database } from '#server/lib/db.ts'

/** Returns since and until when the provider's movements have been read: at first since the first payment by card, or from now on. */
export async function findMovementsRead(db: Database, now: Date): Promise<{ since: Date; until: Date }> {
  const { provider_since: since, provider_until: until } = await db
    .selectFrom('ledger_progress')
    .select(['provider_since', 'provider_until'])
    .executeTakeFirstOrThrow()
  if (since) return { since, until: until ?? since }
  const { first } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.min<Date | null>('paid_at').as('first'))
    .where('provider_payment_id', 'is not', null)
    .where('is_generated', '=', false)
    .executeTakeFirstOrThrow()
  return { since: first ?? now, until: until ?? first ?? now }
}

/** Lists payouts whose contents can be read and have not been, by the provider's ids, the oldest first. Failed ones contain nothing any more. */
export async function listNotItemised(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('provider_payout_id')
    .where('itemised_at', 'is', null)
    .where('has_contents', '=', true)
    .where('status', 'not in', ['failed', 'canceled'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ provider_payout_id: id }) => id)
}

/** The bank may send a payout back some days after it has arrived. */
const RETURN_DAYS = 14

/** Returns when payouts that may still change were made, the oldest. */
export async function findOldestUnsettled(db: Database, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payouts')
    .select((eb) => eb.fn.min<Date | null>('created_at').as('created_at'))
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['pending', 'in_transit']),
        eb('status', '=', 'paid').and('arrives_at', '>', new Date(now.getTime() - RETURN_DAYS * 24 * 60 * 60_000)),
      ]),
    )
    .executeTakeFirst()
  return row?.created_at ?? undefined
}

export interface HeldCents {
  currency: string
  /** What the ledger has at the provider. Generated business is not there. */
  ledger: number
  /** What the opening balance and the movements that were read come to. */
  movements: number
}

/** Returns what is at the provider by our ledger and by its movements, for each currency. */
export async function sumHeld(db: Database): Promise<HeldCents[]> {
  const { rows } = await sql<HeldCents>`
    select currency, sum(ledger)::bigint as ledger, sum(movements)::bigint as movements from (
      select currency, sum(cents) as ledger, sum(cents) filter (where kind = 'opening') as movements
        from ledger_sums where account = 'provider_clearing' and not is_generated group by currency
      union all select currency, 0, sum(amount_cents - fee_cents) from provider_entries group by currency
    ) as held group by currency order by currency`.execute(db)
  return rows.map((row) => ({ ...row, movements: row.movements ?? 0 }))
}

export interface Mismatch {
  payment: string
  currency: string
  ledger: number
  movements: number
}

/**
 * Lists payments of which the ledger has another amount at the provider than its movements say, among those that either has touched since a
 * day, and neither has since `before`. Ten at most.
 */
export async function listMismatches(db: Database, since: Day, before: Date): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    with touched as (
      select receipt_id as id from entries join postings on entry_id = entries.id
        where posted_on >= ${since} and account = 'provider_clearing' and receipt_id is not null and not is_generated
      union select payment_id from provider_entries where created_at >= ${since}::date and payment_id is not null
    )
    select provider_payment_id as payment, payments.currency, ledger, movements
    from touched join payments using (id)
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as ledger, max(happened_at) as at from entries join postings on entry_id = entries.id
      where receipt_id = payments.id and account = 'provider_clearing' and kind <> 'provider_fee'
    ) as posted
    cross join lateral (
      select coalesce(sum(case when source_currency <> currency then sign(amount_cents) * abs(source_cents) else amount_cents end), 0)::bigint
        as movements, max(created_at) as at
      from provider_entries where payment_id = payments.id
    ) as moved
    where ledger <> movements and coalesce(greatest(posted.at, moved.at), '-infinity') < ${before}
    order by payments.id limit 10`.execute(db)
  return rows
}
