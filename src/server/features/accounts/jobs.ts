import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { deleteExpiredSessions } from './commands.ts'

export function accountJobs({ db, now }: Deps): JobDefinition[] {
  return [{ name: 'accounts.delete-expired-sessions', cron: '17 3 * * *', run: async () => deleteExpiredSessions(db, now()) }]
}
