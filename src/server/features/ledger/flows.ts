import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { postNextHistory } from './commands.ts'

const BATCH = 200

export interface LedgerFault {
  bookingId: string
  /** In words for staff. */
  fault: string
}

/** Compares what is posted for some bookings with the rows that it was posted for; handed in by a feature that may ask all of them. */
export type ListFaults = (db: Database, bookingIds: readonly string[]) => Promise<LedgerFault[]>

/**
 * Posts what was paid before there was a ledger, and proves it. What does not agree opens a task that names the booking, and stops nothing.
 * Returns whether all is posted; goes on where it was interrupted.
 */
export async function postHistory({ db, now }: Pick<Deps, 'db' | 'now'>, listFaults: ListFaults, stopping?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (stopping?.aborted) return false
    const bookingIds = await postNextHistory(db, BATCH, now())
    if (bookingIds.length === 0) return true
    for (const { bookingId, fault } of await listFaults(db, bookingIds)) {
      const cause = `The ledger entries for this booking don’t balance: ${fault}. Compare them with the card provider and the bank. This task doesn’t move any money.`
      await db
        .transaction()
        .execute(async (trx) => openTask(trx, { kind: 'note', subject: `ledger ${bookingId}`, cause, bookingId }, now()))
    }
  }
}
