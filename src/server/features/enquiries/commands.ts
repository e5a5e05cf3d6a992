import type { Trx } from '#server/lib/db.ts'
import { enquiriesFrom } from './queries.ts'

/** Deletes the enquiries from this address, together with our replies. Returns their ids. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  return trx.deleteFrom('mails').where(enquiriesFrom(address)).returning('id').execute()
}
