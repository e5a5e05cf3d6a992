import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { forgetAddresses } from './commands.ts'

export function auditJobs({ db }: Deps): JobDefinition[] {
  return [{ name: 'audit.forget-addresses', cron: '7 3 * * *', run: async () => forgetAddresses(db) }]
}
