import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { addUpSales } from './figures/commands.ts'

export function deskJobs({ db }: Deps): JobDefinition[] {
  return [{ name: 'desk.add-up-sales', cron: '11 * * * *', run: async () => addUpSales(db) }]
}
