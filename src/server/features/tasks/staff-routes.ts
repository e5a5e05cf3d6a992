import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { pageQuerySchema, TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import { assignTaskBodySchema, closeTaskBodySchema, staffTaskSchema } from '#shared/tasks.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { actorOf, type Actor } from '#server/features/audit/commands.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { assignTask, closeTask } from './commands.ts'
import { countOpenTasks, findTask, listOpenTasks, toStaffTask } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

interface Others {
  /** Whose email address it is, of those who work here. */
  findStaffId(db: Database, email: string): Promise<string | undefined>
  /** Notes what the end of a task means for the money that it is about. */
  noteClosed(trx: Trx, actor: Actor, taskId: string, now: Date): Promise<void>
}

/** Tasks for the staff. What stands below this feature is handed in. */
export function staffTaskRoutes(app: App, { auth, db, now }: Deps, { findStaffId, noteClosed }: Others): void {
  app.get(
    calls.staffTasks,
    { schema: { querystring: pageQuerySchema, response: { 200: z.array(staffTaskSchema) } } },
    async (request, reply) => {
      const { limit, before } = request.query
      const last = before === undefined ? undefined : await findTask(db, taskId(before))
      if (before !== undefined && !last) throw notFound('Task')
      reply.header(TOTAL_COUNT, await countOpenTasks(db))
      return (await listOpenTasks(db, limit, last)).map(toStaffTask)
    },
  )

  app.post(
    calls.assignTask(':id'),
    { schema: { params: paramsSchema, body: assignTaskBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const { userId } = auth.require(request)
      const { email, seenAssigneeId } = request.body
      const to = email === undefined ? userId : await findStaffId(db, email)
      if (!to) {
        const message = 'Nobody who works here has this email address.'
        throw new AppError('validation_failed', message, { issues: [{ path: 'email', message }] })
      }
      const id = taskId(request.params.id)
      await db.transaction().execute((trx) => assignTask(trx, actorOf(request, userId), id, to, seenAssigneeId))
      return { message: 'Task assigned' }
    },
  )

  app.post(
    calls.closeTask(':id'),
    { schema: { params: paramsSchema, body: closeTaskBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const { userId } = auth.require(request)
      const id = taskId(request.params.id)
      const actor = actorOf(request, userId)
      await db.transaction().execute(async (trx) => {
        await closeTask(trx, actor, id, request.body.outcome, now())
        await noteClosed(trx, actor, id, now())
      })
      return { message: 'Task closed' }
    },
  )
}

/** Returns an id that the database can look for. Throws 404. */
function taskId(id: string): string {
  if (!isUuid(id)) throw notFound('Task')
  return id
}
