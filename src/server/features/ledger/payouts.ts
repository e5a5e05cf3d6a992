import { sql } from 'kysely'
import * as calls from '#shared/ledger/staff-calls.ts'
import { MAX_PAYOUTS, type Payout, type PayoutMovements } from '#shared/ledger/staff.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { asUuid } from '#server/features/bookings/records.ts'

export function payoutCalls({ read }: Serving): void {
  read(calls.listPayouts, async ({ db, query }) => listPayouts(db, query.before))
  read(calls.listPayoutMovements, async ({ db, params }) => listMovements(db, params.id))
}

interface PayoutRow {
  id: string
  providerId: string
  cents: number
  currency: string
  status: string
  arrives_at: Date
  itemised_at: Date | null
  movements: number
  gross: number
  fees: number
}

/** Lists a page of payouts with the sums of what they contain, the newest first; empty if there is no payout `before`. */
async function listPayouts(db: Database, before?: string): Promise<Payout[]> {
  const after =
    before === undefined ? sql`true` : sql`(created_at, id) < (select created_at, id from payouts where id = ${asUuid(before)}::uuid)`
  const { rows } = await sql<PayoutRow>`
    select id, payouts.provider_payout_id as "providerId", amount_cents as cents, currency, status, arrives_at, itemised_at, movements, gross, fees
    from (select * from payouts where ${after} order by created_at desc, id desc limit ${MAX_PAYOUTS}) as payouts
    cross join lateral (
      select count(*)::integer as movements, coalesce(sum(entry.amount_cents), 0)::bigint as gross, coalesce(sum(fee_cents), 0)::bigint as fees
      from provider_entries as entry where entry.provider_payout_id = payouts.provider_payout_id and type <> 'payout'
    ) as contents order by created_at desc, id desc`.execute(db)
  return rows.map(({ cents, arrives_at: arrivesAt, itemised_at: itemisedAt, movements, gross, fees, ...row }) => ({
    ...row,
    amount: centsToDecimal(cents),
    arrivesAt: arrivesAt.toISOString(),
    contents: itemisedAt && { movements, gross: centsToDecimal(gross), fees: centsToDecimal(fees) },
  }))
}

/** Staff look up more than this in one payout at the provider. */
const MAX_MOVEMENTS = 2000

/** Lists what a payout contains, oldest first. Throws 404. */
async function listMovements(db: Database, id: string): Promise<PayoutMovements> {
  const payout = await db.selectFrom('payouts').select('provider_payout_id').where('id', '=', asUuid(id)).executeTakeFirst()
  if (!payout) throw notFound('Payout')
  const rows = await db
    .selectFrom('provider_entries as entry')
    .leftJoin('payments', 'payments.id', 'entry.payment_id')
    .leftJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select([
      'entry.id',
      'type',
      'entry.amount_cents',
      'fee_cents',
      'entry.currency',
      'entry.created_at',
      'bookings.id as booking_id',
      'reference',
    ])
    .where('entry.provider_payout_id', '=', payout.provider_payout_id)
    .where('type', '!=', 'payout')
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .limit(MAX_MOVEMENTS)
    .execute()
  return rows.map(({ booking_id: bookingId, reference, amount_cents: cents, fee_cents: fee, created_at: createdAt, ...row }) => ({
    ...row,
    amount: centsToDecimal(cents),
    fee: centsToDecimal(fee),
    happenedAt: createdAt.toISOString(),
    booking: bookingId === null || reference === null ? null : { id: bookingId, reference },
  }))
}
