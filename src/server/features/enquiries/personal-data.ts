import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { removeMailFiles } from '#server/lib/mail-files.ts'
import { inPages, type PersonalData } from '#server/lib/personal-data.ts'
import { eraseEnquiriesFrom } from './commands.ts'
import { findEnquiriesFrom, listEnquiries } from './queries.ts'

async function findConfirmedAddress(db: Database | Trx, userId: string): Promise<string | undefined> {
  const owner = db.selectFrom('users').select('email').where('id', '=', userId).where('email_confirmed_at', 'is not', null)
  return (await owner.executeTakeFirst())?.email
}

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
