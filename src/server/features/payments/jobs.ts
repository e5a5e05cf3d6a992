import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Round } from '#server/lib/sweeps.ts'
import { PRICE_CHANGED_JOB } from '#server/features/tours/prices.ts'
import { ensurePrice, syncPrices } from './prices/flows.ts'

const priceJobSchema = z.object({ tourId: z.string() })

export function paymentJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const round: Round<{ id: string }> = {}
  return [
    { name: 'payments.sync-prices', cron: '*/5 * * * *', run: async (_, stopping) => syncPrices(deps, log, { round, stopping }) },
    { name: PRICE_CHANGED_JOB, run: async (data) => void (await ensurePrice(deps, priceJobSchema.parse(data).tourId)) },
  ]
}
