import type { Deps } from '#server/lib/deps.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/commands.ts'
import { openTask } from '#server/features/tasks/commands.ts'
import { findLatestTask } from '#server/features/tasks/queries.ts'
import type { AttemptRow } from '#server/features/payments/attempts/queries.ts'
import { giveUpRechecks, isInDoubt, postponeRecheck } from '#server/features/payments/holds/commands.ts'
import { endAttempt } from '../card-page/flows.ts'

/** After a day without the provider's word, a person is told. */
const SILENCE_MS = 24 * 60 * 60_000

/**
 * Asks how the session of a blindly closed attempt ended: what was paid is honoured or goes back, what is still open is
 * expired. While there is no response, the pauses grow, and after a day a task is opened. Throws when there is none.
 */
export async function recheckAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const { db, now } = deps
  const since = attempt.closed_blind_at ?? attempt.expires_at
  await postponeRecheck(db, attempt.id, since, now())
  try {
    await endAttempt(deps, attempt)
  } finally {
    if (now().getTime() - since.getTime() > SILENCE_MS) await tellStaff(deps, attempt)
  }
}

/** Opens the task of an attempt that is still in doubt. A person who has closed it has decided: then we stop asking. */
async function tellStaff({ db, now }: Deps, { id, booking_id, session_id }: AttemptRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, booking_id)
    const { user_id } = await lockBooking(trx, booking_id)
    if (!(await isInDoubt(trx, id))) return
    const earlier = await findLatestTask(trx, 'blind_close', id)
    if (earlier?.closed_at) return giveUpRechecks(trx, id)
    const session = session_id ? `session ${session_id}` : `a session with the reference ${id}, if there is one`
    const cause = `The seats were freed without the card provider’s word, and for a day it has not said how ${session} ended. Look there whether it was paid.`
    await openTask(trx, { kind: 'blind_close', subject: id, cause, bookingId: booking_id, userId: user_id }, now())
  })
}
