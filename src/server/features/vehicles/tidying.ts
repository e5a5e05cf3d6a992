import { sql } from 'kysely'
import { daysBefore } from '#shared/dates.ts'
import { DRAFT_DAYS } from '#shared/retention.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { sweepIncoming } from '#server/lib/upload-form.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { findKnownPhotos, PHOTO_FOLDER } from './photos.ts'

export function vehicleJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'vehicles.forget-drafts', cron: '41 3 * * *', run: async (_, stopping) => tidyUploads(deps, stopping) }]
}

export async function tidyUploads(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { config, db, now } = deps
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const since = daysBefore(now(), DRAFT_DAYS)
  const forget = async (owners: readonly { id: string }[]) => {
    const files = await workTogether(deps, 'to forget a draft', owners, async (trx, drafts) => forgetDrafts(trx, drafts, since))
    await uploads.remove(files.flat())
  }
  const readDrafts = async (limit: number, after?: UntouchedDraft) => listUntouchedDrafts(db, since, limit, after)
  for await (const page of pagesOf(readDrafts, { stopping })) await forget(page)
  // Photos of drafts that were never saved, or that were emptied while the photos were still new.
  const readOwners = async (limit: number, after?: PhotoOwner) => listPhotoOwners(db, since, limit, after)
  for await (const page of pagesOf(readOwners, { stopping })) await forget(page.filter(({ isUntouched }) => isUntouched))
  const yesterday = daysBefore(now(), 1)
  await uploads.sweep(async (files) => findKnownPhotos(db, files), yesterday)
  await sweepIncoming(config.DATA_DIR, yesterday)
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

interface UntouchedDraft {
  id: string
  /** As text, because a Date would lose the microseconds. */
  touched: string
}

/** Oldest first, continuing after `after`. */
export async function listUntouchedDrafts(db: Database, since: Date, limit: number, after?: UntouchedDraft): Promise<UntouchedDraft[]> {
  const behind = after ? sql`and (updated_at, user_id) > (${after.touched}::timestamptz, ${after.id})` : sql``
  const { rows } = await sql<UntouchedDraft>`
    select user_id as id, updated_at::text as touched from vehicle_drafts where content is not null and updated_at < ${since} ${behind}
    order by updated_at, user_id limit ${limit}`.execute(db)
  return rows
}

/** A person with uploaded photos that belong to no booking. */
interface PhotoOwner {
  id: string
  /** Neither the photos nor the draft have been touched since. */
  isUntouched: boolean
}

export async function listPhotoOwners(db: Database, since: Date, limit: number, after?: PhotoOwner): Promise<PhotoOwner[]> {
  const behind = after ? sql`and user_id > ${after.id}` : sql``
  const { rows } = await sql<PhotoOwner>`
    with owners as materialized (
      select user_id, min(created_at) as oldest from vehicle_photos where booking_id is null ${behind}
      group by user_id order by user_id limit ${limit})
    select user_id as id, oldest < ${since} and coalesce(updated_at < ${since}, false) as "isUntouched"
    from owners left join vehicle_drafts using (user_id) order by user_id`.execute(db)
  return rows
}
