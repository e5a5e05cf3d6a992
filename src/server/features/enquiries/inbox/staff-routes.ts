import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { listEnquiriesQuerySchema, staffEnquirySchema } from '#shared/enquiries.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { markEnquiry } from './commands.ts'
import { listStaffEnquiries } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** The enquiries as an inbox, for all staff. The guard of the scope has let only them in. */
export function staffEnquiryRoutes(app: App, { auth, db, now }: Deps): void {
  const messages = { params: paramsSchema, response: { 200: messageResponseSchema } }
  const mark = async (request: FastifyRequest, id: string, answeredAt: Date | null) =>
    db.transaction().execute((trx) => markEnquiry(trx, actorOf(request, auth.require(request).userId), id, answeredAt))

  app.get(
    calls.staffEnquiries,
    { schema: { querystring: listEnquiriesQuerySchema, response: { 200: z.array(staffEnquirySchema) } } },
    async (request) => listStaffEnquiries(db, request.query),
  )

  app.post(calls.answerEnquiry(':id'), { schema: messages }, async (request) => {
    await mark(request, request.params.id, now())
    return { message: 'Enquiry answered' }
  })

  app.post(calls.reopenEnquiry(':id'), { schema: messages }, async (request) => {
    await mark(request, request.params.id, null)
    return { message: 'Enquiry open again' }
  })
}
