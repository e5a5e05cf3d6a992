import type { Trx } from '#server/lib/db.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import { enquiriesFrom } from './queries.ts'

/** Our replies are deleted with the enquiries. Returns the ids of the enquiries. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  return deleteMails(trx, enquiriesFrom(address))
}
