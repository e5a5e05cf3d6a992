import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { forgetOldSpam } from './spam/commands.ts'

export function enquiryJobs({ db, now }: Deps): JobDefinition[] {
  return [{ name: 'enquiries.forget-spam', cron: '57 3 * * *', run: async () => forgetOldSpam(db, now()) }]
}
