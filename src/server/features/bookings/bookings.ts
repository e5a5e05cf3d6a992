import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { attendanceCalls } from './attendance.ts'
import { contactCalls } from './contacts.ts'
import { guideCallsByLink, guideLinkCalls } from './guide-links.ts'
import { writeLines } from './lines.ts'
import { manifestCalls } from './manifest.ts'
import { noteCalls } from './notes.ts'
import { completeVehicleBookings } from './vehicle-bookings.ts'

export function bookings(deps: Deps): Feature {
  return {
    calls(serving) {
      manifestCalls(serving)
      attendanceCalls(serving, deps)
      guideLinkCalls(serving, deps)
      guideCallsByLink(serving, deps)
      noteCalls(serving, deps)
      contactCalls(serving, deps)
    },
  }
}

export function bookingJobs(deps: Deps): JobDefinition[] {
  const run = async (_: unknown, stopping: AbortSignal) => void (await completeVehicleBookings(deps, stopping))
  return [
    { name: 'bookings.complete-vehicle-bookings', cron: '11 * * * *', run },
    { name: 'bookings.write-lines', cron: '*/10 * * * *', run: async (_, stopping) => writeLines(deps, stopping) },
  ]
}
