import { sql } from 'kysely'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Actor } from '#server/lib/actors.ts'
import { findGoodwillCeiling } from '#server/features/settings/settings.ts'

/**
 * Keeps one person's goodwill of a day within the ceiling, if there is one. The actor must be locked, so that two refunds
 * of theirs at once both count. Throws 409 `goodwill_ceiling`, saying what is left.
 */
export async function refuseOverCeiling(
  { config }: Deps,
  trx: Trx,
  { accountId }: Actor,
  { cents, currency }: { cents: number; currency: Currency },
): Promise<void> {
  if (accountId === null || cents <= 0) return
  const ceiling = await findGoodwillCeiling(trx, currency)
  if (ceiling === undefined) return
  const given = await sumGoodwillOfToday(trx, { accountId, timeZone: config.AGENCY_TIME_ZONE }, currency)
  if (given + cents <= ceiling) return
  const [most, sum, left] = [ceiling, given, Math.max(0, ceiling - given)].map((each) => formatMoney({ cents: each, currency }))
  throw new AppError(
    'goodwill_ceiling',
    `The daily goodwill limit is ${most} per person. You’ve refunded ${sum} today, so ${left} is left. Ask a colleague, or ask an administrator to raise the limit in Settings.`,
  )
}

/**
 * Adds up in cents what a person has given today beyond what the policy says, by goodwill and by cancellations. The day
 * is the agency's, by the database's clock, like the audit, which alone knows who gave it.
 */
async function sumGoodwillOfToday(trx: Trx, { accountId, timeZone }: { accountId: string; timeZone: string }, currency: Currency) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest((after ->> 'amountCents')::integer - coalesce((before ->> 'policyCents')::integer, 0), 0)), 0) as cents
    from audit_entries join bookings on bookings.id = (case when subject_kind = 'booking' then subject_id end)::uuid
    where actor_id = ${accountId} and action in ('booking.refunded', 'booking.cancelled')
      and recorded_at >= date_trunc('day', now(), ${timeZone}) and bookings.currency = ${currency}
      -- Whoever cancels a departure gives nobody more than is due.
      and after ->> 'withDeparture' is null`.execute(trx)
  return rows[0]?.cents ?? 0
}
