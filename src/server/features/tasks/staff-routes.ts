import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { assignTaskBodySchema, closeTaskBodySchema } from '#shared/tasks/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { assignTask, closeByNote, type RefuseOwnBooking } from './commands.ts'
import { asTaskId } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

interface Others {
  findStaffId(db: Database, email: string): Promise<string | undefined>
  refuseOwnBooking: RefuseOwnBooking
}

/** The accounts and bookings features depend on tasks, so what they know is passed in. */
export function staffTaskRoutes(app: App, { auth, db, now }: Deps, { findStaffId, refuseOwnBooking }: Others): void {
  app.post(
    calls.assignTask(':id'),
    {
      config: { permission: 'tasks.assign' },
      schema: { params: paramsSchema, body: assignTaskBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const who = auth.require(request)
      const { email, seenAssigneeId } = request.body
      const to = email === undefined ? who.userId : email === null ? null : await findStaffId(db, email)
      if (to === undefined) {
        const message = 'No staff member has this email address.'
        throw new AppError('validation_failed', message, { issues: [{ path: 'email', message }] })
      }
      const id = asTaskId(request.params.id)
      const actor = actorOf(request, who)
      await decideAs(db, actor, 'tasks.assign', async (trx) => assignTask(trx, actor, id, to, seenAssigneeId))
      return { message: 'Task assigned' }
    },
  )

  app.post(
    calls.closeTask(':id'),
    {
      config: { permission: 'tasks.close' },
      schema: { params: paramsSchema, body: closeTaskBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const id = asTaskId(request.params.id)
      const actor = actorOf(request, auth.require(request))
      const note = { taskId: id, outcome: request.body.outcome, now: now() }
      await db.transaction().execute(async (trx) => closeByNote(trx, actor, note, refuseOwnBooking))
      return { message: 'Task closed' }
    },
  )
}
