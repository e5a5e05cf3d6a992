import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { writeNextLines } from './lines/commands.ts'
import { completeBookings } from './vehicles/commands.ts'
import { listInStatus, type VehicleInStatus } from './vehicles/queries.ts'

const LINES_AT_ONCE = 500

export function bookingJobs(deps: Deps): JobDefinition[] {
  const run = async (_: unknown, stopping: AbortSignal) => void (await completeVehicleBookings(deps, stopping))
  return [
    { name: 'bookings.complete-vehicle-bookings', cron: '11 * * * *', run },
    { name: 'bookings.write-lines', cron: '*/10 * * * *', run: async (_, stopping) => writeLines(deps, stopping) },
  ]
}

/** Gives all tour bookings of before a line; goes on where it was interrupted. */
async function writeLines({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || (await writeNextLines(db, LINES_AT_ONCE, now())) === 0) return
  }
}

/** Returns the number completed. Tours are not affected. */
export async function completeVehicleBookings(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { config, db, now } = deps
  const dayOf = (moment: Date) => dayIn(config.AGENCY_TIME_ZONE, moment)
  let completed = 0
  const read = async (limit: number, after?: VehicleInStatus) => listInStatus(db, 'confirmed', limit, after)
  for await (const page of pagesOf(read, { stopping })) {
    const due = page.filter(({ dropoff_at }) => dayOf(dropoff_at) < dayOf(now()))
    const counts = await workTogether(deps, 'to complete a move', due, async (trx, rows) =>
      completeBookings(
        trx,
        rows.map(({ id }) => id),
        now(),
      ),
    )
    completed += counts.reduce((one, other) => one + other, 0)
  }
  return completed
}
