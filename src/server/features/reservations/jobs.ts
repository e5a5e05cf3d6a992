import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { endDueReservations } from './endings.ts'

export function reservationJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'payments.end-reservations', cron: '* * * * *', run: async (_, stopping) => endDueReservations(deps, stopping) }]
}
