import { z } from 'zod/mini'
import { pageQuerySchema, TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import { staffTaskSchema } from '#shared/tasks/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { asTaskId, countOpenTasks } from '#server/features/tasks/queries.ts'
import { findTask, listOpenTasks, toStaffTask } from './queries.ts'

export function taskListRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.staffTasks,
    { config: { permission: 'tasks.read' }, schema: { querystring: pageQuerySchema, response: { 200: z.array(staffTaskSchema) } } },
    async (request, reply) => {
      const { limit, before } = request.query
      const last = before === undefined ? undefined : await findTask(db, asTaskId(before))
      if (before !== undefined && !last) throw notFound('Task')
      reply.header(TOTAL_COUNT, await countOpenTasks(db))
      return (await listOpenTasks(db, limit, last)).map(toStaffTask)
    },
  )
}
