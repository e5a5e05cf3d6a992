import type { CardEvent } from '#server/lib/card-provider.ts'
import type { Database } from '#server/lib/db.ts'

/** Notes an event once. Only what it is about is kept: its contents are read again from the provider. */
export async function storeEvent(db: Database, { id, type, objectId }: CardEvent): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, object_id: objectId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
