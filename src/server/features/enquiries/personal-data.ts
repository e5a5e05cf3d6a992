import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { enquiryReceived } from '#server/emails/enquiries.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { removeMailFiles } from '#server/lib/mailer.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

/** An enquiry belongs to a person once they have confirmed the address given in the form. */
export const enquiryPersonalData = ({ DATA_DIR }: Deps['config']): PersonalData => ({
  async export(db, userId) {
    const address = await findConfirmedAddress(db, userId)
    if (address === undefined) return { enquiries: [] }
    return { enquiries: inPages(await findEnquiriesFrom(db, address), async (ids) => listEnquiries(db, ids)) }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    const address = await findConfirmedAddress(trx, userId)
    if (address === undefined) return undefined
    const deleted = await eraseEnquiriesFrom(trx, address)
    return async () => removeMailFiles(DATA_DIR, deleted)
  },
})

async function findConfirmedAddress(db: Database | Trx, userId: string): Promise<string | undefined> {
  const owner = db.selectFrom('users').select('email').where('id', '=', userId).where('email_confirmed_at', 'is not', null)
  return (await owner.executeTakeFirst())?.email
}

/** Anyone may have typed the address into the form. */
const enquiriesFrom = (address: string) => (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.and([eb('template', '=', enquiryReceived.template), eb(sql<string>`lower(data ->> 'email')`, '=', address.toLowerCase())])

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

/** Our replies are deleted with the enquiries, and so is what was taken for spam. Returns the ids of the enquiries. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  await trx
    .deleteFrom('spam_enquiries')
    .where(sql<string>`lower(data ->> 'email')`, '=', address.toLowerCase())
    .execute()
  return deleteMails(trx, enquiriesFrom(address))
}
