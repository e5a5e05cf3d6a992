import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { balanceCalls } from './balances.ts'
import { batchCalls } from './batches.ts'
import { addUpDays, compareDays, sumEntries } from './days.ts'
import { exportNumberCalls } from './export-numbers.ts'
import { journalCalls } from './journal.ts'
import { lockCalls } from './locks.ts'
import { payoutCalls } from './payouts.ts'
import { postHistory, postTravelled, type ListFaults } from './posting.ts'
import { revenueCalls } from './revenue.ts'
import { addUpRevenue, compareRevenue, sumRevenue } from './revenue-sums.ts'
import { tillCalls } from './tills.ts'

export function ledger({ config, now }: Pick<Deps, 'config' | 'now'>): Feature {
  const clock = { timeZone: config.AGENCY_TIME_ZONE, now }
  return {
    calls(serving) {
      balanceCalls(serving)
      journalCalls(serving, clock)
      payoutCalls(serving)
      revenueCalls(serving, now)
      tillCalls(serving, clock)
      lockCalls(serving, clock)
      exportNumberCalls(serving)
      batchCalls(serving, now)
    },
  }
}

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
