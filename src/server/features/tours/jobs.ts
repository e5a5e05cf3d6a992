import { daysBefore } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { inPieces, pagesOf, workAlone, workTogether } from '#server/lib/sweeps.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { watchSmallGroups } from './departures/small-groups.ts'
import { removeBareOriginals, removeUnusedPictures } from './pictures/commands.ts'
import { findKnownFiles, findUnused, listOriginals, listUploaded, PICTURE_FOLDER, type UploadedPicture } from './pictures/queries.ts'
import { wordJobs } from './search/jobs.ts'
import { refreshFromPrice } from './selling/commands.ts'

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

/** A season that has passed no longer says where the prices of a tour begin. Each place has its own midnight. */
export async function refreshFromPrices(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const read = async (limit: number, after?: { id: string }) =>
    deps.db
      .selectFrom('tour_selling')
      .select('tour_id as id')
      .$if(after !== undefined, (query) => query.where('tour_id', '>', after?.id ?? ''))
      .orderBy('tour_id')
      .limit(limit)
      .execute()
  for await (const page of pagesOf(read, { stopping })) {
    await workAlone(
      deps,
      'to refresh the price of a tour',
      page,
      async (trx, { id }) => void (await refreshFromPrice(deps, trx, id, deps.now())),
    )
  }
}

/** Removes pictures unused for a day, and files left by interrupted uploads. */
export async function tidyPictures(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  const uploads = createUploads(deps, PICTURE_FOLDER)
  const yesterday = daysBefore(deps.now(), 1)
  for await (const page of pagesOf(async (limit, after?: UploadedPicture) => listUploaded(db, limit, after), { stopping })) {
    const unused = await findUnused(
      db,
      page.map(({ id }) => id),
      yesterday,
    )
    const files = await workTogether(deps, 'to remove a picture', unused, removeUnusedPictures)
    await uploads.remove(files.flat())
  }
  for await (const page of pagesOf(async (limit, after?: { id: string }) => listOriginals(db, limit, after), { stopping })) {
    const files = await workTogether(deps, 'to remove an original', page, removeBareOriginals)
    await uploads.remove(files.flat())
  }
  await uploads.sweep(async (files) => findKnownFiles(db, files), yesterday)
}
