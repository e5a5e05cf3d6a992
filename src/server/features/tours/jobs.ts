import { addDays, dayIn, longDay, momentIn } from '#shared/dates.ts'
import { MIN_GROUP_DAYS } from '#shared/tours/staff.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { inPieces, pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { listOpenSubjects, type OpenSubject, openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { findSmall, listWatched, type WatchedDeparture } from './departures/queries.ts'
import { refreshFromPrices } from './editing/selling.ts'
import { tidyPictures } from './pictures/unused.ts'
import { wordJobs } from './search/jobs.ts'

/** By then every process has picked up the changes. */
const KEPT_MS = 60 * 60_000
const NO_LONGER_SMALL = 'It now has enough travellers or none, was cancelled, or has left.'

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

/**
 * Opens a task for each departure in the next two weeks with too few paid seats: a person decides whether it runs, and no booking is
 * refused. A closed task is not reopened. Settles tasks whose departure is no longer small.
 */
export async function watchSmallGroups(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { config, db, now } = deps
  const at = now()
  const today = dayIn(config.AGENCY_TIME_ZONE, at)
  const days = { from: today, to: addDays(today, MIN_GROUP_DAYS) }
  const readDepartures = async (limit: number, after?: WatchedDeparture) => listWatched(db, days, limit, after)
  for await (const page of pagesOf(readDepartures, { stopping })) {
    const small = page.filter(({ isSmall }) => isSmall)
    await workTogether(deps, 'to tell of a small group', small, async (trx, departures) => {
      for (const { id, tourName, day, sold, leastGroup } of departures) {
        const cause = `${tourName} on ${longDay(day)} needs ${leastGroup} travellers but only ${sold} have paid. Run it anyway, or cancel the departure.`
        const dueAt = momentIn(config.AGENCY_TIME_ZONE, `${day}T00:00`)
        await openTaskOnce(trx, { kind: 'least_group', subject: id, cause, dueAt }, at)
      }
    })
  }
  const readTasks = async (limit: number, after?: OpenSubject) => listOpenSubjects(db, { kind: 'least_group' }, limit, after)
  for await (const page of pagesOf(readTasks, { stopping })) {
    const still = await findSmall(
      db,
      days,
      page.map(({ subject }) => subject),
    )
    const others = page.filter(({ subject }) => !still.has(subject))
    await workTogether(deps, 'to settle the task of a small group', others, async (trx, tasks) => {
      for (const { subject } of tasks) await settleTasks(trx, ['least_group'], subject, NO_LONGER_SMALL, at)
    })
  }
}
