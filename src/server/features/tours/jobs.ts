import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'

/** Every process has looked for changes long before. */
const KEPT_MS = 60 * 60_000

export function tourJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'tours.forget-changes', cron: '7 * * * *', run: async () => forgetChanges(deps) }]
}

/** Forgets which tours have changed more than an hour ago. A process that has slept so long reads everything again. */
export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('catalogue_changes')
    .where('changed_at', '<', new Date(now().getTime() - KEPT_MS))
    .execute()
}
