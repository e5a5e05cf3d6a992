import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { CardMovement, CardPayout } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Stores movements of the balance at the provider, each once; the database posts what they say. Those of our payments are linked with them. */
export async function storeMovements(db: Database, movements: readonly CardMovement[], payoutId: string | null = null): Promise<void> {
  if (movements.length === 0) return
  const payments = await findPayments(db, movements)
  await db
    .insertInto('provider_entries')
    .values(
      movements.map(({ source, ...move }) => ({
        provider_entry_id: move.id,
        type: move.type,
        amount_cents: move.amountCents,
        fee_cents: move.feeCents,
        currency: move.currency,
        source_id: source?.id ?? null,
        source_cents: source?.amountCents ?? null,
        source_currency: source?.currency ?? null,
        provider_payment_id: source?.paymentId ?? null,
        payment_id: payments.get(source?.paymentId ?? '') ?? null,
        provider_payout_id: payoutId,
        created_at: move.createdAt,
        available_at: move.availableAt,
      })),
    )
    .onConflict((on) =>
      on.column('provider_entry_id').doUpdateSet((eb) => ({
        // A payment that we did not know when its movement was read is known now.
        payment_id: eb.fn.coalesce('provider_entries.payment_id', 'excluded.payment_id'),
        provider_payout_id: eb.fn.coalesce('excluded.provider_payout_id', 'provider_entries.provider_payout_id'),
      })),
    )
    .execute()
}

/** Links movements that were read before we knew their payment; the database posts them again. */
export async function linkMovements(db: Database): Promise<void> {
  await db
    .updateTable('provider_entries')
    .from('payments')
    .set((eb) => ({ payment_id: eb.ref('payments.id') }))
    .whereRef('payments.provider_payment_id', '=', 'provider_entries.provider_payment_id')
    .where('provider_entries.payment_id', 'is', null)
    .where('provider_entries.provider_payment_id', 'is not', null)
    .execute()
}

/** Returns our ids of the payments that movements are for, by the provider's. */
async function findPayments(db: Database, movements: readonly CardMovement[]): Promise<Map<string, string>> {
  const ids = movements.flatMap(({ source }) => source?.paymentId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('payments').select(['id', 'provider_payment_id']).where('provider_payment_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.provider_payment_id ?? '', row.id]))
}

/** Stores payouts; the database posts those that have arrived. */
export async function storePayouts(db: Database, payouts: readonly CardPayout[]): Promise<void> {
  if (payouts.length === 0) return
  await db
    .insertInto('payouts')
    .values(
      payouts.map((payout) => ({
        provider_payout_id: payout.id,
        amount_cents: payout.amountCents,
        currency: payout.currency,
        status: payout.status,
        created_at: payout.createdAt,
        arrives_at: payout.arrivesAt,
        has_contents: payout.hasContents,
      })),
    )
    .onConflict((on) =>
      on.column('provider_payout_id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        arrives_at: eb.ref('excluded.arrives_at'),
        has_contents: eb.ref('excluded.has_contents'),
      })),
    )
    .execute()
}

export async function noteItemised(db: Database, payoutId: string, now: Date): Promise<void> {
  await db.updateTable('payouts').set({ itemised_at: now }).where('provider_payout_id', '=', payoutId).execute()
}

export async function noteMovementsRead(db: Database, until: Date): Promise<void> {
  await db.updateTable('ledger_progress').set({ provider_until: until }).execute()
}

/**
 * Posts, the first time, what the provider held before the first movement that was read: the part of `held`, what it holds now, that the
 * movements since do not explain.
 */
export async function postOpening(trx: Trx, since: Date, held: ReadonlyMap<string, number>): Promise<void> {
  const { provider_since: known } = await trx.selectFrom('ledger_progress').select('provider_since').forUpdate().executeTakeFirstOrThrow()
  if (known) return
  const { rows } = await sql<{ currency: string; cents: number }>`
    select currency, sum(amount_cents - fee_cents)::bigint as cents from provider_entries group by currency`.execute(trx)
  const moved = new Map(rows.map(({ currency, cents }) => [currency, cents]))
  for (const currency of new Set([...held.keys(), ...moved.keys()])) {
    const cents = (held.get(currency) ?? 0) - (moved.get(currency) ?? 0)
    await sql`select post_opening(${currency}, ${cents}::bigint, ${since}::timestamptz)`.execute(trx)
  }
  await trx.updateTable('ledger_progress').set({ provider_since: since }).execute()
}

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

/** Lists payouts whose contents can be read and have not been, by the provider's ids, the oldest first. Failed ones no longer contain anything. */
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
