import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { watchSmallGroups } from './departures/small-groups.ts'
import { refreshFromPrices } from './editing/selling.ts'
import { tidyPictures } from './pictures/unused.ts'
import { wordJobs } from './search/jobs.ts'

/** By then every process has picked up the changes. */
const KEPT_MS = 60 * 60_000

export function tourJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'tours.forget-changes', cron: '7 * * * *', run: async () => forgetChanges(deps) },
    { name: 'tours.watch-small-groups', cron: '23 * * * *', run: async (_, stopping) => watchSmallGroups(deps, stopping) },
    { name: 'tours.refresh-from-prices', cron: '11 * * * *', run: async (_, stopping) => refreshFromPrices(deps, stopping) },
    { name: 'tours.tidy-pictures', cron: '53 3 * * *', run: async (_, stopping) => tidyPictures(deps, stopping) },
    ...wordJobs(deps),
  ]
}

/** Deletes changes older than an hour. A process that was suspended for longer reads everything again. */
export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - KEPT_MS)
  await inPieces(async (most) => {
    const old = db.selectFrom('catalogue_changes').select('id').where('changed_at', '<', until).orderBy('changed_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('catalogue_changes').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
