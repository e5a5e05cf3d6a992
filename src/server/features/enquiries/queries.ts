import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { isOneOf } from '#server/lib/personal-data.ts'

/** Anyone may have typed the address into the form. */
export const enquiriesFrom = (address: string) => (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.and([eb('template', '=', ENQUIRY), eb(sql<string>`lower(data ->> 'email')`, '=', address.toLowerCase())])

export async function findMailId(db: Database, mailKey: string): Promise<string | undefined> {
  return (await db.selectFrom('mails').select('id').where('key', '=', mailKey).executeTakeFirst())?.id
}

/** Whether the same form has been sent before, as an enquiry or as spam. */
export async function isKnown(db: Database, mailKey: string): Promise<boolean> {
  if ((await findMailId(db, mailKey)) !== undefined) return true
  return (await db.selectFrom('spam_enquiries').select('id').where('mail_key', '=', mailKey).executeTakeFirst()) !== undefined
}

/** The address may be in any case. Oldest first. */
export async function findEnquiriesFrom(db: Database, address: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'created_at'])
    .where(enquiriesFrom(address))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns enquiries and our replies in the form that their writer may see. */
export async function listEnquiries(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('mails')
    .select((eb) => [
      'data',
      'created_at',
      jsonArrayFrom(
        eb
          .selectFrom('enquiry_replies')
          .select(['body as text', 'written_at as writtenAt'])
          .whereRef('enquiry_id', '=', 'mails.id')
          .orderBy('written_at')
          .orderBy('enquiry_replies.id'),
      ).as('replies'),
    ])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ data, created_at, replies }) => ({ ...(data as object), writtenAt: created_at, replies }))
}
