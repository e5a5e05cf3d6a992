import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { listMailsQuerySchema, staffMailDetailsSchema, staffMailSchema } from '#shared/mails.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { resendMail } from '../commands.ts'
import { getStaffMail, listStaffMails } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** What we have written to whom, for all staff. The guard of the scope has let only them in. */
export function mailRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.staffMails,
    { schema: { querystring: listMailsQuerySchema, response: { 200: z.array(staffMailSchema) } } },
    async (request) => listStaffMails(db, request.query),
  )

  app.get(calls.staffMail(':id'), { schema: { params: paramsSchema, response: { 200: staffMailDetailsSchema } } }, async (request) =>
    getStaffMail(db, request.params.id),
  )
}

/** Sending an email again, for managers and administrators. */
export function resendRoutes(app: App, { auth, db, now, queue }: Deps): void {
  app.post(calls.resendMail(':id'), { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const actor = actorOf(request, auth.require(request).userId)
    await db.transaction().execute((trx) => resendMail(trx, queue, actor, request.params.id, now()))
    return { message: 'Email queued' }
  })
}
