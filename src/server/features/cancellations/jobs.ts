import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { CANCEL_DEPARTURE_JOB } from './departures/commands.ts'
import { continueCancellations } from './departures/flows.ts'

export function cancellationJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const run: JobDefinition['run'] = async (_, stopping) => continueCancellations(deps, log, stopping)
  return [
    { name: CANCEL_DEPARTURE_JOB, run },
    { name: 'payments.continue-cancellations', cron: '* * * * *', run },
  ]
}
