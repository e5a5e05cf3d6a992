import { draftContentSchema, type DraftContent } from '#shared/vehicle-drafts.ts'
import type { Database } from '#server/lib/db.ts'

/**
 * Returns the draft of a person as last saved, and its version, which is 0 before the first save. The draft is null when there is
 * none, when it has become a booking, or when it no longer has the shape of today's wizard.
 */
export async function readDraft(db: Database, userId: string): Promise<{ version: number; draft: DraftContent | null }> {
  const row = await db.selectFrom('vehicle_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return { version: 0, draft: null }
  const isBooked = row.booked_version === row.version
  return { version: row.version, draft: (isBooked ? undefined : draftContentSchema.safeParse(row.content).data) ?? null }
}
