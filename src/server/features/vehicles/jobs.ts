import { daysBefore } from '#shared/dates.ts'
import { DRAFT_DAYS } from '#shared/retention.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { sweepIncoming } from '#server/lib/upload-form.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { forgetDrafts } from './drafts/commands.ts'
import { findKnownPhotos, PHOTO_FOLDER } from './photos/queries.ts'

export function vehicleJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'vehicles.forget-drafts', cron: '41 3 * * *', run: async () => tidyUploads(deps) }]
}

/** Removes abandoned drafts, their photos, and files that interrupted uploads have left behind. */
export async function tidyUploads(deps: Deps): Promise<void> {
  const { config, db, now } = deps
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const untouchedSince = daysBefore(now(), DRAFT_DAYS)
  await uploads.remove(await db.transaction().execute((trx) => forgetDrafts(trx, untouchedSince)))
  const yesterday = daysBefore(now(), 1)
  await uploads.sweep(async (files) => findKnownPhotos(db, files), yesterday)
  await sweepIncoming(config.DATA_DIR, yesterday)
}
