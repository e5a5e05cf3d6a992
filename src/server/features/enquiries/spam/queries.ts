import type { SpamEnquiry } from '#shared/enquiries/staff.ts'
import type { Database } from '#server/lib/db.ts'
import type { EnquiryData } from '../inbox/queries.ts'

const MAX_SHOWN = 200

/** Newest first. */
export async function listSpam(db: Database): Promise<SpamEnquiry[]> {
  const rows = await db
    .selectFrom('spam_enquiries')
    .select(['id', 'data', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ id, data, created_at }) => ({ id, ...(data as unknown as EnquiryData), writtenAt: created_at.toISOString() }))
}
