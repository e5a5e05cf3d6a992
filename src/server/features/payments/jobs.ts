import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Round } from '#server/lib/sweeps.ts'
import { PRICE_CHANGED_JOB } from '#server/features/tours/commands.ts'
import { compareBooks } from './comparison/flows.ts'
import { CANCEL_DEPARTURE_JOB } from './departures/commands.ts'
import { continueCancellations } from './departures/flows.ts'
import { watchEvents } from './events/silence.ts'
import { ensurePrice, syncPrices } from './prices/flows.ts'
import { reconcile } from './reconcile/flows.ts'
import { SEND_REFUND_JOB } from './refunds/commands.ts'
import { sendRefund } from './refunds/flows.ts'
import { endDueReservations } from './reservations/endings.ts'
import { tellCustomers } from './refunds/jobs.ts'

const priceJobSchema = z.object({ tourId: z.string() })
const refundJobSchema = z.object({ refundId: z.string() })

/** The provider tries to deliver an event for three days (payments 2.8). */
const COMPARED_DAYS = 4
/** With one last call that hangs, well below the three minutes that the queue gives a job. */
const COMPARISON_LIMIT_MS = 80_000

export function paymentJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const startedAt = deps.now()
  let isFirstRun = true
  const round: Round<{ id: string }> = {}

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
    { name: 'payments.sync-prices', cron: '*/5 * * * *', run: async (_, stopping) => syncPrices(deps, log, { round, stopping }) },
    { name: 'payments.tell-customers', cron: '*/10 * * * *', run: async (_, stopping) => tellCustomers(deps, stopping) },
    { name: PRICE_CHANGED_JOB, run: async (data) => void (await ensurePrice(deps, priceJobSchema.parse(data).tourId)) },
    { name: 'payments.end-reservations', cron: '* * * * *', run: async (_, stopping) => endDueReservations(deps, stopping) },
    { name: CANCEL_DEPARTURE_JOB, run: async (_, stopping) => continueCancellations(deps, log, stopping) },
    { name: 'payments.continue-cancellations', cron: '* * * * *', run: async (_, stopping) => continueCancellations(deps, log, stopping) },
    { name: SEND_REFUND_JOB, run: async (data) => sendRefund(deps, refundJobSchema.parse(data).refundId) },
  ]
}
