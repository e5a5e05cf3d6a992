import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import { enquiriesFrom } from './queries.ts'

/** Our replies are deleted with the enquiries, and so is what was taken for spam. Returns the ids of the enquiries. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  await trx
    .deleteFrom('spam_enquiries')
    .where(sql<string>`lower(data ->> 'email')`, '=', address.toLowerCase())
    .execute()
  return deleteMails(trx, enquiriesFrom(address))
}
