import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { syncPrices } from './sync.ts'

export function tourJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'tours.sync-prices', cron: '*/5 * * * *', run: async () => syncPrices(deps.db, deps.cards) }]
}
