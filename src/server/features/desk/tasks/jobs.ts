import type { FastifyBaseLogger } from 'fastify'
import { TASK_KINDS } from '#shared/tasks/staff.ts'
import { causeText } from '#shared/tasks/causes.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { tasksOpenedMail } from '#server/emails/tasks-opened.ts'
import { markAnnounced } from '#server/features/tasks/commands.ts'
import { listTasksAnnouncedAt, type TaskRow } from './queries.ts'

/** Maximum number of tasks named in one email; the rest are counted. */
const NAMED = 50

export function taskJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  return [{ name: 'tasks.announce', cron: '*/10 * * * *', run: async () => announceTasks(deps, log) }]
}

/** Logs an error per new task but sends a single email for all, even if an outage opens a thousand. */
export async function announceTasks({ db, queue, now }: Deps, log: FastifyBaseLogger): Promise<void> {
  const at = now()
  const { total, named } = await db.transaction().execute(async (trx) => {
    const told = await markAnnounced(trx, at)
    if (told === 0) return { total: 0, named: [] }
    const first = await listTasksAnnouncedAt(trx, at, NAMED)
    await queueMail(trx, queue, tasksOpenedMail(at, { tasks: first.map(toMailed), total: told }))
    return { total: told, named: first }
  })
  for (const task of named) log.error({ task: task.id, kind: task.kind, reference: task.reference }, `task: ${causeText(task)}`)
  if (total > named.length) log.error({ total }, 'more tasks have been opened: npm run tasks -- list')
}

function toMailed(task: TaskRow) {
  return { id: task.id, title: TASK_KINDS[task.kind], cause: causeText(task), reference: task.reference }
}
