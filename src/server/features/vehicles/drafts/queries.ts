import { sql } from 'kysely'
import { draftContentSchema, type DraftContent } from '#shared/vehicles/drafts.ts'
import type { Database } from '#server/lib/db.ts'

/**
 * Returns a person's saved draft and its version, which is 0 before the first save. The draft is null if there is none,
 * if it has become a booking, or if it no longer fits the wizard.
 */
export async function readDraft(db: Database, userId: string): Promise<{ version: number; draft: DraftContent | null }> {
  const row = await db.selectFrom('vehicle_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return { version: 0, draft: null }
  const isBooked = row.booked_version === row.version
  return { version: row.version, draft: (isBooked ? undefined : draftContentSchema.safeParse(row.content).data) ?? null }
}

export interface UntouchedDraft {
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
export interface PhotoOwner {
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
