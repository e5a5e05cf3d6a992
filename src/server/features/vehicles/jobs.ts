import { daysBefore } from '#shared/dates.ts'
import { DRAFT_DAYS } from '#shared/retention.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { sweepIncoming } from '#server/lib/upload-form.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { forgetDrafts } from './drafts/commands.ts'
import { listPhotoOwners, listUntouchedDrafts, type PhotoOwner, type UntouchedDraft } from './drafts/queries.ts'
import { findKnownPhotos, PHOTO_FOLDER } from './photos/queries.ts'

export function vehicleJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'vehicles.forget-drafts', cron: '41 3 * * *', run: async (_, stopping) => tidyUploads(deps, stopping) }]
}

export async function tidyUploads(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { config, db, now } = deps
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const since = daysBefore(now(), DRAFT_DAYS)
  const forget = async (owners: readonly { id: string }[]) => {
    const files = await workTogether(deps, 'to forget a draft', owners, async (trx, drafts) => forgetDrafts(trx, drafts, since))
    await uploads.remove(files.flat())
  }
  const readDrafts = async (limit: number, after?: UntouchedDraft) => listUntouchedDrafts(db, since, limit, after)
  for await (const page of pagesOf(readDrafts, { stopping })) await forget(page)
  // Photos of drafts that were never saved, or that were emptied while the photos were still new.
  const readOwners = async (limit: number, after?: PhotoOwner) => listPhotoOwners(db, since, limit, after)
  for await (const page of pagesOf(readOwners, { stopping })) await forget(page.filter(({ isUntouched }) => isUntouched))
  const yesterday = daysBefore(now(), 1)
  await uploads.sweep(async (files) => findKnownPhotos(db, files), yesterday)
  await sweepIncoming(config.DATA_DIR, yesterday)
}
