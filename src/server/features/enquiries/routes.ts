import { messageResponseSchema } from '#shared/response-fields.ts'
import { ENQUIRY_RECEIVED, enquiryBodySchema, type EnquiryBody } from '#shared/enquiries/public.ts'
import { calls } from '#shared/paths.ts'
import { enquiryReceivedMail } from '#server/emails/enquiry-received.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isKnown } from './queries.ts'
import { keepSpam } from './spam/commands.ts'

const QUARTER_HOUR = 15 * 60

/** Open to all. */
export function enquiryRoutes(app: App, { config, db, now, pool, queue }: Deps): void {
  const enquiriesPerAddress = createRateLimit(pool, 'enquiry', config.ENQUIRIES_PER_ADDRESS, QUARTER_HOUR)

  app.post(calls.sendEnquiry, { schema: { body: enquiryBodySchema, response: { 201: messageResponseSchema } } }, async (request, reply) => {
    const mail = enquiryReceivedMail(onceKey(request.body), request.body)
    // A retry after a lost response is not counted again.
    if (!(await isKnown(db, mail.key))) {
      await enquiriesPerAddress.consume(networkOf(request.ip))
      // A bot gets the same response as a person; otherwise it would learn which field to leave empty.
      const isSpam = request.body.homepage !== ''
      await db.transaction().execute(async (trx) => (isSpam ? keepSpam(trx, mail, now()) : queueMail(trx, queue, mail)))
    }
    return reply.code(201).send({ message: ENQUIRY_RECEIVED })
  })
}

/** Returns the same key for the same form with the same content, so that a form edited after a failure is a new email. */
function onceKey({ key, name, email, phone, subject, message }: EnquiryBody): string {
  return hashToken(JSON.stringify([key, name, email, phone, subject, message]))
}
