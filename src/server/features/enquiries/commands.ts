import type { Trx } from '#server/lib/db.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import { enquiriesFrom } from './queries.ts'

/** Deletes the enquiries from this address, together with our replies. Returns their ids. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  return deleteMails(trx, enquiriesFrom(address))
}
