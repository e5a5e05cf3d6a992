import { sql, type RawBuilder } from 'kysely'
import { addDays, dayIn, longDay, momentIn, type Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'
import { departureId, parseDepartureId } from '#shared/tours/departures.ts'
import { MIN_GROUP_DAYS } from '#shared/tours/staff.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { listOpenSubjects, type OpenSubject, openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'

const NO_LONGER_SMALL = 'It now has enough travellers or none, was cancelled, or has left.'

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

interface WatchedDeparture {
  id: string
  tourId: string
  tourName: string
  day: Day
  /** Number of paid seats. */
  sold: number
  /** Null when the tour has no minimum. */
  leastGroup: number | null
  /** True if it is due to run with some paid seats, but fewer than the tour needs. */
  isSmall: boolean
}

export async function listWatched(
  db: Database,
  { from, to }: DayRange,
  limit: number,
  after?: WatchedDeparture,
): Promise<WatchedDeparture[]> {
  // Narrows the index scan by day, as in the list of departures.
  const first = after?.day ?? from
  const behind = after ? sql`and (departs_on, tour_id) > (${after.day}::date, ${after.tourId})` : sql``
  return watched(
    db,
    sql`select tour_id, departs_on from departures where departs_on between ${first} and ${to} ${behind} order by departs_on, tour_id limit ${limit}`,
  )
}

export async function findSmall(db: Database, { from, to }: DayRange, ids: readonly string[]): Promise<Set<string>> {
  const named = ids.map(parseDepartureId).filter((departure) => departure !== undefined)
  const tours = named.map(({ tourId }) => tourId)
  const days = named.map(({ day }) => day)
  const departures = await watched(
    db,
    sql`select tour_id, departs_on from unnest(${tours}::text[], ${days}::date[]) as named (tour_id, departs_on)
      where departs_on between ${from} and ${to}`,
  )
  return new Set(departures.filter(({ isSmall }) => isSmall).map(({ id }) => id))
}

/** `keys` selects the tours and days. */
async function watched(db: Database, keys: RawBuilder<unknown>): Promise<WatchedDeparture[]> {
  const { rows } = await sql<Omit<WatchedDeparture, 'id' | 'isSmall'> & { isWatched: boolean }>`
    with page as materialized (${keys})
    select tours.id as "tourId", tours.name as "tourName", departs_on as day, least_group as "leastGroup", "isWatched",
      case when "isWatched" then (
        select coalesce(sum(coalesce(seats, guests)), 0)::integer from tour_bookings join bookings on bookings.id = booking_id and status = 'confirmed'
        where tour_bookings.tour_id = tours.id and tour_bookings.departs_on = page.departs_on) else 0 end as sold
    from page join departures using (tour_id, departs_on) join tours on tours.id = tour_id
    cross join lateral (select seats_taken > 0 and cancelled_at is null and least_group is not null and not is_generated as "isWatched") as asked
    order by departs_on, tour_id`.execute(db)
  return rows.map(({ isWatched, ...row }) => ({
    ...row,
    id: departureId(row.tourId, row.day),
    isSmall: isWatched && row.sold > 0 && row.sold < (row.leastGroup ?? 0),
  }))
}
