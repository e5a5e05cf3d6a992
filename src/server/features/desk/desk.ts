import type { FastifyBaseLogger } from 'fastify'
import { isReachable } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { beat } from '#server/lib/health.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { watchAlarms } from './alarms.ts'
import { bookingEmails } from './booking-emails.ts'
import { bookingDownload } from './booking-file.ts'
import { bookingSearch } from './booking-search.ts'
import { changeChannel, createChangeStreams } from './changes.ts'
import { addUpSales, figures } from './figures.ts'
import { consoleSearch } from './find.ts'
import { health } from './health.ts'
import { story } from './story.ts'
import { taskList } from './tasks.ts'

export function desk(deps: Deps): Feature {
  const streams = createChangeStreams(deps)
  return {
    calls(serving) {
      figures(serving, deps)
      health(serving, deps)
      consoleSearch(serving)
      changeChannel(serving, streams)
      bookingSearch(serving, deps)
      bookingDownload(serving, deps)
      story(serving)
      bookingEmails(serving, deps)
      taskList(serving)
    },
    staff(scope) {
      // Runs before the server waits for its connections to end, which an open stream never would.
      scope.addHook('preClose', async () => streams.close())
    },
  }
}

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
