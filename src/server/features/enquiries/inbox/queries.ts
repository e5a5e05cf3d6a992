import { sql } from 'kysely'
import type { ListEnquiriesQuery, StaffEnquiry } from '#shared/enquiries.ts'
import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import type { Database } from '#server/lib/db.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** What no enquiry has. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Returns a page of the enquiries that are open, or of those that are answered, the newest first. */
export async function listStaffEnquiries(db: Database, { state, limit, before }: ListEnquiriesQuery): Promise<StaffEnquiry[]> {
  const rows = await db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'answered_by')
    .select(['mails.id', 'data', 'mails.created_at', 'answered_at', 'answered_by', 'users.name'])
    // Written out, so that the indexes of the two states fit.
    .where('template', '=', sql.lit(ENQUIRY))
    .where('answered_at', state === 'open' ? 'is' : 'is not', null)
    .$if(before !== undefined, (enquiries) =>
      enquiries.where(
        sql<boolean>`(mails.created_at, mails.id) < (select created_at, id from mails where id = ${isUuid(before ?? '') ? before : NO_ID})`,
      ),
    )
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, data, created_at, answered_at, answered_by, name }) => {
    const { name: writer, email, phone, subject, message } = data as unknown as StaffEnquiry
    const answered = answered_at && answered_by ? { at: answered_at.toISOString(), by: { id: answered_by, name } } : null
    return { id, name: writer, email, phone, subject, message, writtenAt: created_at.toISOString(), answered }
  })
}
