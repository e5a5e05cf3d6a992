import * as calls from '#shared/enquiries/calls.ts'
import { ENQUIRY_RECEIVED, type EnquiryBody } from '#shared/enquiries/public.ts'
import { enquiryReceivedMail } from '#server/emails/enquiries.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { conversation } from './conversation.ts'
import { inbox } from './inbox.ts'
import { readyAnswers } from './ready-answers.ts'
import { findMailId, keepSpam, spamFolder } from './spam.ts'

const QUARTER_HOUR = 15 * 60

export function enquiries(deps: Deps): Feature {
  return {
    calls(serving) {
      const enquiriesPerAddress = createRateLimit(deps.pool, 'enquiry', deps.config.ENQUIRIES_PER_ADDRESS, QUARTER_HOUR)
      // A flow, because attempts are counted even if they fail.
      serving.flow(calls.sendEnquiry, async ({ deps: { db, now, queue }, request, body }) => {
        const mail = enquiryReceivedMail(onceKey(body), body)
        // A retry after a lost response is not counted again.
        if (!(await isKnown(db, mail.key))) {
          await enquiriesPerAddress.consume(networkOf(request.ip))
          // A bot gets the same response as a person; otherwise it would learn which field to leave empty.
          const isSpam = body.homepage !== ''
          await db.transaction().execute(async (trx) => (isSpam ? keepSpam(trx, mail, now()) : queueMail(trx, queue, mail)))
        }
        return { message: ENQUIRY_RECEIVED }
      })
      spamFolder(serving, deps)
      inbox(serving, deps)
      conversation(serving, deps)
      readyAnswers(serving)
    },
  }
}

/** Returns the same key for the same form with the same content, so that a form edited after a failure is a new email. */
function onceKey({ key, name, email, phone, subject, message }: EnquiryBody): string {
  return hashToken(JSON.stringify([key, name, email, phone, subject, message]))
}

/** Whether the same form has been sent before, as an enquiry or as spam. */
async function isKnown(db: Database, mailKey: string): Promise<boolean> {
  if ((await findMailId(db, mailKey)) !== undefined) return true
  return (await db.selectFrom('spam_enquiries').select('id').where('mail_key', '=', mailKey).executeTakeFirst()) !== undefined
}
