import { sql } from 'kysely'
import type { CardEvent } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { triesOf } from '#server/lib/retries.ts'

export const eventTries = triesOf('provider_events', sql`processed_at is not null`)

/**
 * Stores an event once. Only its subject is kept, since the contents are read again from the provider. `isFetched` marks
 * an event that we found in the provider's list because it was never delivered to us.
 */
export async function storeEvent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, type, objectId }: CardEvent,
  { isFetched = false } = {},
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, object_id: objectId, is_fetched: isFetched, received_at: now() })
    .onConflict((conflict) => (isFetched ? conflict.doNothing() : conflict.column('id').doUpdateSet({ is_fetched: false })))
    .execute()
}
