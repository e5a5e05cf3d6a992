import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { completeVehicleBookings } from './vehicles/commands.ts'

export function bookingJobs({ config, db, now }: Deps): JobDefinition[] {
  async function complete(): Promise<void> {
    const today = dayIn(config.AGENCY_TIME_ZONE, now())
    await db.transaction().execute((trx) => completeVehicleBookings(trx, today, config.AGENCY_TIME_ZONE, now()))
  }
  return [{ name: 'bookings.complete-vehicle-bookings', cron: '11 0 * * *', run: complete }]
}
