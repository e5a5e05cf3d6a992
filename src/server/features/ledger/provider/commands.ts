import { sql } from 'kysely'
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

/** Links movements that were read before we knew their payment; the database posts them anew. */
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
