import { sql, type ExpressionBuilder } from 'kysely'
import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { removeMailFiles } from '#server/lib/mail-files.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

/** Selects the enquiries that name this address as their writer's. Anybody may have typed it. */
export const enquiriesFrom = (address: string) => (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.and([eb('template', '=', ENQUIRY), eb(sql<string>`lower(data ->> 'email')`, '=', address.toLowerCase())])

async function findConfirmedAddress(db: Database | Trx, userId: string): Promise<string | undefined> {
  const owner = db.selectFrom('users').select('email').where('id', '=', userId).where('email_confirmed_at', 'is not', null)
  return (await owner.executeTakeFirst())?.email
}

export async function listEnquiries(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('mails')
    .select(['data', 'created_at'])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ data, created_at }) => ({ ...(data as object), writtenAt: created_at }))
}

/** What a person has written to the agency by the contact form: theirs once they have confirmed the address they gave there. */
export const enquiryPersonalData = ({ DATA_DIR }: Deps['config']): PersonalData => ({
  async export(db, userId) {
    const address = await findConfirmedAddress(db, userId)
    if (address === undefined) return { enquiries: [] }
    const rows = await db.selectFrom('mails').select('id').where(enquiriesFrom(address)).orderBy('created_at').orderBy('id').execute()
    return { enquiries: inPages(rows, async (ids) => listEnquiries(db, ids)) }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    const address = await findConfirmedAddress(trx, userId)
    if (address === undefined) return undefined
    const deleted = await trx.deleteFrom('mails').where(enquiriesFrom(address)).returning('id').execute()
    return async () => removeMailFiles(DATA_DIR, deleted)
  },
})
