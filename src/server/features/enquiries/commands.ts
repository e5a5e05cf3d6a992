import type { Trx } from '#server/lib/db.ts'
import { deleteMails } from '#server/features/mails/commands.ts'
import { enquiriesFrom } from './queries.ts'

/** Deletes the enquiries that name this address as their writer's, and with them what was replied. Returns their ids. */
export async function eraseEnquiriesFrom(trx: Trx, address: string): Promise<{ id: string }[]> {
  return deleteMails(trx, enquiriesFrom(address))
}
