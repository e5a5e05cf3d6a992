import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { compareBooks } from './books/flows.ts'
import { watchEvents } from './events/silence.ts'
import { reconcile } from './sweep/flows.ts'

/** The provider tries to deliver an event for three days (payments 2.8). */
const COMPARED_DAYS = 4
/** With one last call that hangs, well below the three minutes that the queue gives a job. */
const COMPARISON_LIMIT_MS = 80_000

export function reconciliationJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const startedAt = deps.now()
  let isFirstRun = true

  async function reconcileOnce(_: unknown, stopping: AbortSignal): Promise<void> {
    // What is older than this process was left by one that has ended, and waits for nobody.
    const ageMs = isFirstRun ? deps.now().getTime() - startedAt.getTime() : undefined
    if (await reconcile(deps, log, ageMs, stopping)) isFirstRun = false
  }

  async function compareNightly(): Promise<void> {
    const { failures } = await compareBooks(deps, log, { days: COMPARED_DAYS, limitMs: COMPARISON_LIMIT_MS })
    // Thrown so that the queue tries again.
    if (failures.length > 0) throw new Error(`The books could not be compared in full: ${failures.join('; ')}`)
  }

  return [
    { name: 'payments.reconcile', cron: '* * * * *', run: reconcileOnce },
    { name: 'payments.compare', cron: '20 3 * * *', run: compareNightly },
    { name: 'payments.watch-events', cron: '*/30 * * * *', run: async () => watchEvents(deps, startedAt) },
  ]
}
