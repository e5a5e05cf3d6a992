import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { reconcile } from './reconcile.ts'
import { SEND_REFUND_JOB, sendRefund } from './refunds.ts'

const refundJobSchema = z.object({ refundId: z.string() })

export function paymentJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  return [
    { name: 'payments.reconcile', cron: '* * * * *', run: async () => reconcile(deps, log) },
    { name: SEND_REFUND_JOB, run: async (data) => sendRefund(deps, refundJobSchema.parse(data).refundId) },
  ]
}
