import { randomUUID } from 'node:crypto'
import type { Trx } from '#server/lib/db.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking } from '../commands.ts'
import { asUuid } from '../queries.ts'

/** Throws 404. */
export async function writeNote(trx: Trx, actor: Actor, id: string, body: string, now: Date): Promise<void> {
  if (!actor.accountId) throw unauthenticated()
  const booking = await lockBooking(trx, asUuid(id))
  await trx
    .insertInto('booking_notes')
    .values({ id: randomUUID(), booking_id: booking.id, body, written_by: actor.accountId, written_at: now })
    .execute()
  await recordAudit(trx, { actor, action: 'note.written', subject: { kind: 'booking', id: booking.id } })
}
