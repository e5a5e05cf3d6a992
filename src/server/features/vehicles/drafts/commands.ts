import { sql } from 'kysely'
import type { DraftContent } from '#shared/vehicles/drafts.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { isOneOf } from '#server/lib/personal-data.ts'

export interface LockedDraft {
  version: number
  /** Null before the first save. */
  content: DraftContent | null
  /** It has been booked and not saved since. */
  isBooked: boolean
}

/** Locks a person's draft until the transaction ends, creating it first if needed, so that their saves, uploads and bookings take turns. */
export async function lockDraft(trx: Trx, userId: string): Promise<LockedDraft> {
  await trx
    .insertInto('vehicle_drafts')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await trx.selectFrom('vehicle_drafts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  return {
    version: row.version,
    content: row.content as unknown as DraftContent | null,
    isBooked: row.booked_version === row.version,
  }
}

/**
 * Saves a draft over the version that was read, and returns the new version. Sending the same contents again is no
 * conflict, since the first response may have been lost. Throws 409 `draft_changed`.
 */
export async function saveDraft(trx: Trx, userId: string, version: number, content: DraftContent, now: Date): Promise<number> {
  const draft = await lockDraft(trx, userId)
  const json = JSON.stringify(content)
  if (draft.version !== version) {
    const same = await trx
      .selectFrom('vehicle_drafts')
      .select('version')
      .where('user_id', '=', userId)
      .where('version', '=', version + 1)
      .where(sql<boolean>`content = ${json}::jsonb`)
      .executeTakeFirst()
    if (same) return same.version
    throw new AppError('draft_changed', 'This request has been changed in another window.')
  }
  await trx
    .updateTable('vehicle_drafts')
    .set({ content: json, version: version + 1, updated_at: now })
    .where('user_id', '=', userId)
    .execute()
  return version + 1
}

/** The owner's draft is empty afterwards. */
export async function markDraftBooked(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('vehicle_drafts')
    .set((eb) => ({ booked_version: eb.ref('version') }))
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Empties drafts untouched since a moment and deletes their photos. Returns the files to remove. The ids are the
 * owners'; a draft that is locked is skipped.
 */
export async function forgetDrafts(trx: Trx, drafts: readonly { id: string }[], untouchedSince: Date): Promise<string[]> {
  const locked = await trx
    .selectFrom('vehicle_drafts')
    .select('user_id')
    .where(
      isOneOf(
        'user_id',
        drafts.map(({ id }) => id),
      ),
    )
    .where('updated_at', '<', untouchedSince)
    .orderBy('user_id')
    .forUpdate()
    .skipLocked()
    .execute()
  const isOurs = isOneOf(
    'user_id',
    locked.map(({ user_id }) => user_id),
  )
  await trx
    .updateTable('vehicle_drafts')
    .set((eb) => ({ content: null, version: eb('version', '+', 1), booked_version: null }))
    .where(isOurs)
    .where('content', 'is not', null)
    .execute()
  const photos = await trx
    .deleteFrom('vehicle_photos')
    .where(isOurs)
    .where('booking_id', 'is', null)
    .where('created_at', '<', untouchedSince)
    .returning('path')
    .execute()
  return photos.map((photo) => photo.path)
}
