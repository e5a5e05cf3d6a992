import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { listEnquiriesQuerySchema, staffEnquirySchema } from '#shared/enquiries/public.ts'
import { closeEnquiryBodySchema, enquiryThreadSchema, replyBodySchema, spamEnquirySchema } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf, type Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { releaseSpam } from '../spam/commands.ts'
import { listSpam } from '../spam/queries.ts'
import { closeEnquiry, markEnquiry, replyToEnquiry } from './commands.ts'
import { getEnquiryThread, listStaffEnquiries } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
const config = { permission: 'enquiries.answer' } as const

export function staffEnquiryRoutes(app: App, { auth, db, now, queue }: Deps): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const decide = async (request: FastifyRequest, work: (trx: Trx, actor: Actor) => Promise<void>) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => work(trx, actor))
  }

  app.get(
    calls.staffEnquiries,
    { config, schema: { querystring: listEnquiriesQuerySchema, response: { 200: z.array(staffEnquirySchema) } } },
    async (request) => listStaffEnquiries(db, request.query),
  )

  app.get(
    calls.staffEnquiry(':id'),
    { config, schema: { params: paramsSchema, response: { 200: enquiryThreadSchema } } },
    async (request) => getEnquiryThread(db, request.params.id),
  )

  app.get(calls.spamEnquiries, { config, schema: { response: { 200: z.array(spamEnquirySchema) } } }, async () => listSpam(db))

  app.post(calls.notSpam(':id'), { config, schema: messages }, async (request) => {
    await decide(request, async (trx, actor) => releaseSpam(trx, queue, actor, request.params.id))
    return { message: 'Moved to enquiries' }
  })

  app.post(calls.answerEnquiry(':id'), { config, schema: messages }, async (request) => {
    await decide(request, async (trx, actor) => markEnquiry(trx, actor, request.params.id, now()))
    return { message: 'Enquiry answered' }
  })

  app.post(calls.reopenEnquiry(':id'), { config, schema: messages }, async (request) => {
    await decide(request, async (trx, actor) => markEnquiry(trx, actor, request.params.id, null))
    return { message: 'Enquiry reopened' }
  })

  app.post(calls.closeEnquiry(':id'), { config, schema: { ...messages, body: closeEnquiryBodySchema } }, async (request) => {
    await decide(request, async (trx, actor) => closeEnquiry(trx, actor, request.params.id, request.body.reason, now()))
    return { message: 'Enquiry closed' }
  })

  app.post(calls.enquiryReplies(':id'), { config, schema: { ...messages, body: replyBodySchema } }, async (request) => {
    const { params, body } = request
    await decide(request, async (trx, actor) => replyToEnquiry(trx, queue, actor, { id: params.id, reply: body, now: now() }))
    return { message: 'Reply queued' }
  })
}
