import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { listMailsQuerySchema, staffMailDetailsSchema, staffMailSchema } from '#shared/mails/staff.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { resendMail } from '../commands.ts'
import { getStaffMail, listStaffMails } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function mailRoutes(app: App, { auth, db, now, queue }: Deps): void {
  app.get(
    calls.staffMails,
    { config: { permission: 'mails.read' }, schema: { querystring: listMailsQuerySchema, response: { 200: z.array(staffMailSchema) } } },
    async (request) => listStaffMails(db, request.query),
  )

  app.get(
    calls.staffMail(':id'),
    { config: { permission: 'mails.read' }, schema: { params: paramsSchema, response: { 200: staffMailDetailsSchema } } },
    async (request) => getStaffMail(db, request.params.id),
  )

  app.post(
    calls.resendMail(':id'),
    { config: { permission: 'mails.resend' }, schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'mails.resend', async (trx) => resendMail(trx, queue, actor, request.params.id, now()))
      return { message: 'Email queued' }
    },
  )
}
