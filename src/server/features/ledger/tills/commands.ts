import type { DayFact } from '#shared/audit/facts.ts'
import type { Day } from '#shared/dates.ts'
import type { CloseTillBody } from '#shared/ledger/days.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { type NamedActor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { findTillCents } from './queries.ts'

/**
 * Closes the till of a day with the cash that was counted; a trigger posts the difference. Closed again with the same figures it stays as it is.
 * `today` is the agency's. Throws 409 `not_closable` for a day that is not over or had no cash, and `till_changed` if it is not as it was seen.
 */
export async function closeTill(
  trx: Trx,
  actor: NamedActor,
  { day, currency, countedCents, ledgerCents, note }: CloseTillBody,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  if (day >= today) throw new AppError('not_closable', 'You can close a till once the day is over.')
  const cents = await findTillCents(trx, day, currency)
  if (cents === undefined) throw new AppError('not_closable', 'There was no cash that day.')
  if (cents !== ledgerCents) throw new AppError('till_changed', 'The cash for that day has just changed. Please check again.')
  const close = await trx
    .insertInto('till_closes')
    .values({
      day,
      currency,
      ledger_cents: cents,
      counted_cents: countedCents,
      note: note || null,
      closed_by: actor.accountId,
      closed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['day', 'currency']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!close) return requireClosedSo(trx, day, currency, countedCents)
  await recordAudit(trx, {
    actor,
    action: 'till.closed',
    subject: { kind: 'till', id: close.id },
    after: { day: day as DayFact, currency, ledgerCents: cents, countedCents },
  })
}

async function requireClosedSo(trx: Trx, day: Day, currency: string, countedCents: number): Promise<void> {
  const till = await trx
    .selectFrom('till_closes')
    .innerJoin('users', 'users.id', 'closed_by')
    .select(['counted_cents', 'users.name'])
    .where('day', '=', day)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  if (till.counted_cents !== countedCents)
    throw new AppError('till_changed', `${till.name ?? 'Someone'} has closed this till with a different amount. Please check again.`)
}
