import { daysBefore } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { forgetHoldsBefore } from './open-holds.ts'

export function checkoutJobs({ db, now }: Deps): JobDefinition[] {
  return [{ name: 'checkout.forget-networks', cron: '53 3 * * *', run: async () => forgetHoldsBefore(db, daysBefore(now(), 1)) }]
}
