import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { addUpRevenue, emptyRevenue, sumNextRevenue } from './commands.ts'
import { listUnevenMonths } from './proof.ts'

export { listUnevenMonths }

const ENTRIES_AT_ONCE = 20_000

/** Sums the entries that were posted before there were months, or all after `emptyRevenue`. Goes on where it was interrupted. */
export async function sumRevenue({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || !(await sumNextRevenue(db, ENTRIES_AT_ONCE))) return
  }
}

/** Makes the sums of all months, tours and channels again from the postings. */
export async function remakeRevenue(deps: Pick<Deps, 'db'>): Promise<void> {
  await emptyRevenue(deps.db)
  await sumRevenue(deps)
  await addUpRevenue(deps.db)
}

/** Compares the months with the postings and the days. Opens one task for all that differ. */
export async function compareRevenue({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  const months = await listUnevenMonths(db, stopping)
  if (months.length === 0) return
  const others = months.length === 1 ? '' : ` and ${months.length - 1} more`
  const cause = `The revenue totals for ${months[0]}${others} don’t match the ledger. Rebuild them with “npm run ledger -- remake-days” and find out what caused it. This task doesn’t move any money.`
  await db.transaction().execute(async (trx) => openTask(trx, { kind: 'note', subject: 'ledger revenue', cause }, now()))
}
