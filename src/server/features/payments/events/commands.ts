import type { CardEvent } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'

/** Notes an event once. Only what it is about is kept: its contents are read again from the provider. */
export async function storeEvent({ db, now }: Pick<Deps, 'db' | 'now'>, { id, type, objectId }: CardEvent): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, object_id: objectId, received_at: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
