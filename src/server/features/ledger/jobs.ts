import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { postTravelled } from './commands.ts'
import { addUpDays } from './days/commands.ts'
import { compareDays, sumEntries } from './days/flows.ts'
import { postHistory, type ListFaults } from './flows.ts'
import { addUpRevenue } from './revenue/commands.ts'
import { compareRevenue, sumRevenue } from './revenue/flows.ts'

export function ledgerJobs(deps: Deps, { listFaults }: { listFaults: ListFaults }): JobDefinition[] {
  return [
    {
      name: 'ledger.post',
      cron: '*/5 * * * *',
      // Trips become revenue only once all that was paid for them is posted.
      async run(_, stopping) {
        if (await postHistory(deps, listFaults, stopping))
          await postTravelled(deps.db, dayIn(deps.config.AGENCY_TIME_ZONE, deps.now()), stopping)
      },
    },
    {
      name: 'ledger.add-up-days',
      cron: '*/20 * * * *',
      async run(_, stopping) {
        await sumEntries(deps, stopping)
        await addUpDays(deps.db)
        await sumRevenue(deps, stopping)
        await addUpRevenue(deps.db)
      },
    },
    {
      name: 'ledger.compare-days',
      cron: '23 4 * * *',
      async run(_, stopping) {
        await compareDays(deps, stopping)
        await compareRevenue(deps, stopping)
      },
    },
  ]
}
