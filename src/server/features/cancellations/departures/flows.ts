import type { FastifyBaseLogger } from 'fastify'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import type { DepartureCancellation } from '#shared/cancellations/staff.ts'
import { unlessRunning } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { RUN_MS } from '#server/lib/queue.ts'
import { reasonOf } from '#server/lib/card-errors.ts'
import type { Change } from '#server/features/tours/departures/commands.ts'
import { closeAttempt } from '#server/features/checkout/card-page.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { decideCancellation, endBooking, finishCancellations, listBookings, noteNotEnded } from './commands.ts'
import { getCancellation, listDueBookings, postPaid, type DueBooking } from './queries.ts'

/** Cancels a departure for everybody (see `decideCancellation`). Returns the progress, which has only just begun. */
export async function cancelDeparture(
  deps: Deps,
  change: Change,
  decision: { reason: string; seen: CancellationFigures },
): Promise<DepartureCancellation> {
  await postPaid(deps.db, change.tourId, change.day)
  await deps.db.transaction().execute(async (trx) => decideCancellation(deps, trx, change, decision))
  return getCancellation(deps.db, change.tourId, change.day)
}

/**
 * Continues the cancellations in progress, each booking in its own transaction, so that after a crash the next process
 * finds exactly what is left. A failure does not hold up the others. Only one run at a time.
 */
export async function continueCancellations(deps: Deps, log: FastifyBaseLogger, stopping?: AbortSignal): Promise<void> {
  const until = Date.now() + RUN_MS
  await unlessRunning(deps.db, 'cancel-departures', async () => {
    await listBookings(deps.db, deps.now())
    for (;;) {
      const due = await listDueBookings(deps.db, deps.now())
      for (const booking of due) {
        if (Date.now() > until || stopping?.aborted) return
        await tryToEnd(deps, log, booking)
      }
      if (due.length === 0) break
    }
    await finishCancellations(deps.db, deps.now())
  })
}

/** Why a hold has not ended although the provider has reported how its page did. */
const STILL_PENDING = 'its payment is in progress or under review'

async function tryToEnd(deps: Deps, log: FastifyBaseLogger, due: DueBooking): Promise<void> {
  try {
    const attempt = await findActiveAttempt(deps.db, due.booking_id)
    if (attempt) await closeAttempt(deps, attempt.id)
    const hasEnded = await deps.db.transaction().execute(async (trx) => endBooking(deps, trx, due))
    if (!hasEnded) await noteFailure(deps, due, STILL_PENDING)
  } catch (error) {
    log.warn({ err: error, bookingId: due.booking_id }, 'a booking on a cancelled departure has not been cancelled yet')
    await noteFailure(deps, due, reasonOf(error))
  }
}

async function noteFailure({ db, now }: Deps, due: DueBooking, failure: string): Promise<void> {
  await db.transaction().execute(async (trx) => noteNotEnded(trx, due, failure, now()))
}
