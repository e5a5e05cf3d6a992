import { sql, type RawBuilder } from 'kysely'
import type { DayFact } from '#shared/audit/facts.ts'
import { dayIn, type Day } from '#shared/dates.ts'
import { MAX_TILL_DAYS, type CloseTillBody, type TillDays } from '#shared/ledger/days.ts'
import * as calls from '#shared/ledger/staff-calls.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

export function tillCalls({ read, change }: Serving, { timeZone, now }: { timeZone: string; now: () => Date }): void {
  read(calls.listTills, async ({ db, query }) => listTillDays(db, dayIn(timeZone, now()), query.before))
  change(calls.closeTill, async ({ trx, actor, body }) => {
    await closeTill(trx, actor, body, { today: dayIn(timeZone, now()), now: now() })
    return { message: 'The till is closed' }
  })
}

/** Cash as recorded, without the differences posted when tills were closed. */
const OF_TILLS: RawBuilder<unknown> = sql`account = 'cash' and kind <> 'till_difference' and not is_generated`

interface TillRow {
  day: Day
  currency: string
  cents: number
  counted: number | null
  known: number | null
  note: string | null
  closedAt: Date | null
  closedBy: string | null
}

/** Lists the days on which cash moved, the newest first, each with its tills by currency. `today`: the agency's. */
async function listTillDays(db: Database, today: Day, before: Day | undefined): Promise<TillDays> {
  const { rows } = await sql<TillRow>`
    select moved.day, moved.currency, cents, counted_cents as counted, ledger_cents as known, note, closed_at as "closedAt", users.name as "closedBy"
    from (
      select day, currency, sum(cents) as cents from ledger_sums where ${OF_TILLS} and day = any(array(
        select day from ledger_sums where ${OF_TILLS} and day < ${before ?? 'infinity'} group by day order by day desc limit ${MAX_TILL_DAYS}))
      group by day, currency
    ) as moved left join till_closes on till_closes.day = moved.day and till_closes.currency = moved.currency left join users on users.id = closed_by
    order by moved.day desc, moved.currency`.execute(db)
  return Array.from(
    Map.groupBy(rows, ({ day }) => day),
    ([day, tills]) => ({ day, isOver: day < today, tills: tills.map(toTill) }),
  )
}

function toTill({ currency, cents, counted, known, note, closedAt, closedBy }: TillRow): TillDays[number]['tills'][number] {
  if (counted === null || known === null || closedAt === null) return { currency, ledgerCents: cents, closed: null }
  return {
    currency,
    ledgerCents: cents,
    closed: { countedCents: counted, ledgerCents: known, note, by: closedBy, at: closedAt.toISOString() },
  }
}

/** Returns what the ledger has for the till of a day; undefined if no cash moved. */
async function findTillCents(db: Database | Trx, day: Day, currency: string): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    select sum(cents) as cents from ledger_sums where ${OF_TILLS} and day = ${day} and currency = ${currency} having count(*) > 0`.execute(
    db,
  )
  return rows[0]?.cents
}

/**
 * Closes the till of a day with the cash that was counted; a trigger posts the difference. Closing it again with the same figures does nothing.
 * `today` is the agency's. Throws 409 `not_closable` for a day that is not over or had no cash, and `till_changed` if it is not as it was seen.
 */
async function closeTill(
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
