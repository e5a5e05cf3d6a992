import type { Trx } from '#server/lib/db.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import { enquiriesFrom } from './queries.ts'

/** Deletes our replies as well. Returns the ids of all. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  return deleteMails(trx, enquiriesFrom(address))
}
