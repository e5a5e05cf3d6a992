import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingNote } from '#shared/bookings/staff.ts'
import * as calls from '#shared/bookings/staff-calls.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Trx, Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking, asUuid } from './records.ts'

export function noteCalls({ change }: Serving, { now }: Deps): void {
  change(calls.writeNote, async ({ trx, actor, params, body }) => {
    await writeNote(trx, actor, params.id, body.body, now())
    return listNotes(trx, params.id)
  })
}

/** Throws 404. */
async function writeNote(trx: Trx, actor: NamedActor, id: string, body: string, now: Date): Promise<void> {
  const booking = await lockBooking(trx, asUuid(id))
  await trx
    .insertInto('booking_notes')
    .values({ id: randomUUID(), booking_id: booking.id, body, written_by: actor.accountId, written_at: now })
    .execute()
  await recordAudit(trx, { actor, action: 'note.written', subject: { kind: 'booking', id: booking.id } })
}

/** Oldest first. */
export async function listNotes(db: Database | Trx, bookingId: string): Promise<BookingNote[]> {
  const rows = await db
    .selectFrom('booking_notes')
    .innerJoin('users', 'users.id', 'written_by')
    .select(['booking_notes.id', 'body', 'users.name', 'written_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('written_at')
    .orderBy('booking_notes.id')
    .execute()
  return rows.map(({ id, body, name, written_at }) => ({ id, body, writtenBy: name, writtenAt: written_at.toISOString() }))
}

export function notesOf(eb: ExpressionBuilder<DB, 'bookings'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('booking_notes')
      .select('body')
      .whereRef('booking_notes.booking_id', '=', 'bookings.id')
      .orderBy('written_at')
      .orderBy('booking_notes.id'),
  ).as('staff_notes')
}
