import type { FastifyBaseLogger } from 'fastify'
import { isReachable } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { beat } from '#server/lib/health.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { watchAlarms } from './alarms/flows.ts'
import { addUpSales } from './figures/commands.ts'

export function deskJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  return [
    { name: 'desk.add-up-sales', cron: '11 * * * *', run: async () => addUpSales(deps.db) },
    { name: 'desk.watch', cron: '* * * * *', run: async () => watch(deps, log) },
  ]
}

/** That this runs proves that jobs run, which the heartbeat says beside that the database answers. */
async function watch(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  await watchAlarms(deps, log)
  const { HEARTBEAT_URL } = deps.config
  if (!HEARTBEAT_URL || !(await isReachable(deps.db))) return
  // Only the reason is logged: the address may grant access.
  await beat(HEARTBEAT_URL).catch((error: unknown) => log.warn({ err: error }, 'heartbeat not accepted'))
}
