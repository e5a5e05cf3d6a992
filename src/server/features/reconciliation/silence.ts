import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, settleTasks } from '#server/features/tasks/tasks.ts'

/** By now an event has usually been delivered, if necessary by one of the provider's first retries. */
const GRACE_MS = 2 * 60 * 60_000
/** How far the provider's clock may run ahead of ours. */
const CLOCK_SKEW_MS = 300_000
const SUBJECT = 'events'

/**
 * Detects that the provider's events no longer reach us: money moved more than two hours ago, which always produces an event, but none has
 * arrived since. Movements before `since`, when this process started, prove nothing: the site may have been down, and the provider retries
 * undelivered events only after hours. Opens one task per silence, and closes it when events arrive again.
 */
export async function watchEvents({ db, now }: Deps, since: Date): Promise<void> {
  const at = now()
  const movedAt = await findLastMovement(db, new Date(at.getTime() - GRACE_MS))
  if (!movedAt) return
  const heardAt = await findLastDelivery(db)
  const isSilent = !heardAt || heardAt.getTime() < movedAt.getTime() - CLOCK_SKEW_MS
  await db.transaction().execute(async (trx) => {
    if (!isSilent) return settleTasks(trx, ['events_stopped'], SUBJECT, 'Events are arriving again.', at)
    if (movedAt < since) return
    const told = await trx
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', 'events_stopped')
      .$if(heardAt !== undefined, (query) => query.where('opened_at', '>', heardAt ?? null))
      .executeTakeFirst()
    if (told) return
    const heard = heardAt ? `since ${heardAt.toISOString()}` : 'so far'
    const cause = `Money moved at the card provider at ${movedAt.toISOString()}, but we’ve received no event ${heard}. Bookings are being confirmed by polling, which takes minutes. Check the webhook's address and its secret at the card provider.`
    await openTask(trx, { kind: 'events_stopped', subject: SUBJECT, cause }, at)
  })
}

/** Returns when the provider last took or returned money, as far as we know, up to `before`. */
async function findLastMovement(db: Database, before: Date): Promise<Date | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select('paid_at')
    .where('paid_at', '<=', before)
    .where((eb) => eb.not('is_generated'))
    .where('provider_payment_id', 'is not', null)
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const refund = await db
    .selectFrom('refunds')
    .select('made_at')
    .where('made_at', '<=', before)
    .where((eb) => eb.not('is_generated'))
    .orderBy(sql`coalesce(made_at, created_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  const moments = [payment?.paid_at, refund?.made_at].filter((moment) => moment instanceof Date)
  return moments.toSorted((a, b) => b.getTime() - a.getTime())[0]
}

/** Returns when an event was last delivered to us, as opposed to fetched by us. */
async function findLastDelivery(db: Database): Promise<Date | undefined> {
  const event = await db
    .selectFrom('provider_events')
    .select('received_at')
    .where((eb) => eb.not('is_fetched'))
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.received_at
}
