import { sql } from 'kysely'
import { pathOf } from '#shared/contract.ts'
import type { Photo } from '#shared/photo-schema.ts'
import * as calls from '#shared/vehicles/calls.ts'
import { draftContentSchema, type DraftContent } from '#shared/vehicles/drafts.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'

/** The wizard’s draft, beyond specification §7. */
export function wizardDraft({ read, change }: Serving, { now }: Pick<Deps, 'now'>): void {
  read(calls.getDraft, async ({ db, who }) => {
    const { version, draft } = await readDraft(db, who.userId)
    const photos = await listDraftPhotos(db, who.userId)
    return { version, draft, photos: photos.map(toPhoto) }
  })
  change(
    calls.saveDraft,
    async ({ trx, who, body: { version, draft } }) => ({ version: await saveDraft(trx, who.userId, version, draft, now()) }),
    { bodyLimit: LONG_BODY_BYTES },
  )
}

/**
 * Returns a person's saved draft and its version, which is 0 before the first save. The draft is null if there is none,
 * if it has become a booking, or if it no longer fits the wizard.
 */
async function readDraft(db: Database, userId: string): Promise<{ version: number; draft: DraftContent | null }> {
  const row = await db.selectFrom('vehicle_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return { version: 0, draft: null }
  const isBooked = row.booked_version === row.version
  return { version: row.version, draft: (isBooked ? undefined : draftContentSchema.safeParse(row.content).data) ?? null }
}

async function listDraftPhotos(db: Database, userId: string) {
  return db
    .selectFrom('vehicle_photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('booking_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

interface PhotoRow {
  id: string
  item_id: string | null
  name: string
  width: number
  height: number
  bytes: number
}

export function toPhoto(row: PhotoRow): Photo {
  const { id, item_id, name, width, height, bytes } = row
  return { id, itemId: item_id, name, url: pathOf(calls.getPhoto, { id }), width, height, bytes }
}

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
async function saveDraft(trx: Trx, userId: string, version: number, content: DraftContent, now: Date): Promise<number> {
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
