import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { addUpDays, emptyDays, sumNextEntries } from './commands.ts'
import { listUnevenDays } from './queries.ts'

const ENTRIES_AT_ONCE = 20_000

/** Sums the entries that were posted before there were days, or all after `emptyDays`. Goes on where it was interrupted. */
export async function sumEntries({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || !(await sumNextEntries(db, ENTRIES_AT_ONCE))) return
  }
}

/** Makes all days again from the postings. */
export async function remakeDays(deps: Pick<Deps, 'db'>): Promise<void> {
  await emptyDays(deps.db)
  await sumEntries(deps)
  await addUpDays(deps.db)
}

/** Compares the days with the postings. Opens one task for all that differ. */
export async function compareDays({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  const days = await listUnevenDays(db, stopping)
  if (days.length === 0) return
  const others = days.length === 1 ? '' : ` and ${days.length - 1} more`
  const cause = `The daily totals for ${days[0]}${others} don’t match the ledger. Rebuild them with “npm run ledger -- remake-days” and find out what caused it. This task doesn’t move any money.`
  await db.transaction().execute(async (trx) => openTask(trx, { kind: 'note', subject: 'ledger days', cause }, now()))
}
