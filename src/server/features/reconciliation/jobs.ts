import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { compareIfLate, compareSinceLast } from './books/nightly.ts'
import { watchEvents } from './events/silence.ts'
import { reconcile } from './sweep/flows.ts'

export function reconciliationJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const startedAt = deps.now()
  let isFirstRun = true

  async function reconcileOnce(_: unknown, stopping: AbortSignal): Promise<void> {
    // Anything older than this process was left by one that has ended, so retry it at once whatever its pause.
    const ageMs = isFirstRun ? deps.now().getTime() - startedAt.getTime() : undefined
    if (await reconcile(deps, log, ageMs, stopping)) isFirstRun = false
  }

  return [
    { name: 'payments.reconcile', cron: '* * * * *', run: reconcileOnce },
    { name: 'payments.compare', cron: '20 3 * * *', run: async () => compareSinceLast(deps, log) },
    { name: 'payments.compare-late', cron: '50 * * * *', run: async () => compareIfLate(deps, log) },
    { name: 'payments.watch-events', cron: '*/30 * * * *', run: async () => watchEvents(deps, startedAt) },
  ]
}
