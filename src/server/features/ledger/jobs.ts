import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { postTravelled } from './commands.ts'
import { addUpDays } from './days/commands.ts'
import { compareDays, sumEntries } from './days/flows.ts'
import { postHistory } from './flows.ts'

export function ledgerJobs(deps: Deps): JobDefinition[] {
  return [
    {
      name: 'ledger.post',
      cron: '*/5 * * * *',
      // Trips become revenue only once all that was paid for them is posted.
      async run(_, stopping) {
        if (await postHistory(deps, stopping)) await postTravelled(deps.db, dayIn(deps.config.AGENCY_TIME_ZONE, deps.now()), stopping)
      },
    },
    {
      name: 'ledger.add-up-days',
      cron: '*/20 * * * *',
      async run(_, stopping) {
        await sumEntries(deps, stopping)
        await addUpDays(deps.db)
      },
    },
    { name: 'ledger.compare-days', cron: '23 4 * * *', run: async (_, stopping) => compareDays(deps, stopping) },
  ]
}
