import { daysBefore } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { removeUnusedPictures } from './pictures/commands.ts'
import { findKnownFiles, PICTURE_FOLDER } from './pictures/queries.ts'

/** Every process has looked for changes long before. */
const KEPT_MS = 60 * 60_000

export function tourJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'tours.forget-changes', cron: '7 * * * *', run: async () => forgetChanges(deps) },
    { name: 'tours.tidy-pictures', cron: '53 3 * * *', run: async () => tidyPictures(deps) },
  ]
}

/** Forgets which tours have changed more than an hour ago. A process that has slept so long reads everything again. */
export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('catalogue_changes')
    .where('changed_at', '<', new Date(now().getTime() - KEPT_MS))
    .execute()
}

/** Removes the pictures that no tour has had for a day, and files that interrupted uploads have left behind. */
export async function tidyPictures(deps: Deps): Promise<void> {
  const uploads = createUploads(deps, PICTURE_FOLDER)
  const yesterday = daysBefore(deps.now(), 1)
  await uploads.remove(await deps.db.transaction().execute((trx) => removeUnusedPictures(trx, yesterday)))
  await uploads.sweep(async (files) => findKnownFiles(deps.db, files), yesterday)
}
