import { addDays, dayIn, daysBefore, longDay, momentIn } from '#shared/dates.ts'
import { departureId } from '#shared/departures.ts'
import { LEAST_GROUP_DAYS } from '#shared/staff-tours.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/commands.ts'
import { listOpenSubjects } from '#server/features/tasks/queries.ts'
import { listSmallDepartures } from './departures/queries.ts'
import { removeUnusedPictures } from './pictures/commands.ts'
import { findKnownFiles, PICTURE_FOLDER } from './pictures/queries.ts'
import { wordJobs } from './search/jobs.ts'

/** Every process has looked for changes long before. */
const KEPT_MS = 60 * 60_000
const NO_LONGER_SMALL = 'It has enough travellers or none any more, was cancelled, or has left.'

export function tourJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'tours.forget-changes', cron: '7 * * * *', run: async () => forgetChanges(deps) },
    { name: 'tours.watch-small-groups', cron: '23 * * * *', run: async () => watchSmallGroups(deps) },
    { name: 'tours.tidy-pictures', cron: '53 3 * * *', run: async () => tidyPictures(deps) },
    ...wordJobs(deps),
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

/**
 * Opens a task for each departure of the next two weeks that too few have paid for: a person decides whether it runs, and nobody's booking
 * is refused (decisions, "Tours"). Once for each departure: what a person has closed is not asked again. Settles those that are no longer so.
 */
export async function watchSmallGroups({ config, db, now }: Deps): Promise<void> {
  const at = now()
  const today = dayIn(config.AGENCY_TIME_ZONE, at)
  await db.transaction().execute(async (trx) => {
    const small = await listSmallDepartures(trx, today, addDays(today, LEAST_GROUP_DAYS))
    const subjects = new Set<string>()
    for (const { tourId, tourName, day, sold, leastGroup } of small) {
      const subject = departureId(tourId, day)
      subjects.add(subject)
      const cause = `${tourName} on ${longDay(day)} needs ${leastGroup} travellers, and ${sold} have paid. Let it run all the same, or cancel the departure.`
      await openTaskOnce(trx, { kind: 'least_group', subject, cause, dueAt: momentIn(config.AGENCY_TIME_ZONE, `${day}T00:00`) }, at)
    }
    for (const subject of await listOpenSubjects(trx, 'least_group')) {
      if (!subjects.has(subject)) await settleTasks(trx, ['least_group'], subject, NO_LONGER_SMALL, at)
    }
  })
}
