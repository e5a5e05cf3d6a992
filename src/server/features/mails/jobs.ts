import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { SEND_MAIL_JOB } from '#server/lib/mail-outbox.ts'
import { forgetMailCounts } from '#server/lib/mail-cap.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { forgetOldMails } from './commands.ts'
import { sendDueMails, sendQueuedMail, type Mailing } from './flows.ts'

const mailJobSchema = z.object({ mailId: z.string() })

export function mailJobs(mailing: Mailing, log: FastifyBaseLogger): JobDefinition[] {
  async function sendOne(data: unknown): Promise<void> {
    const { mailId } = mailJobSchema.parse(data)
    // A process that has died may have left its lease: the job is tried again after that.
    if ((await sendQueuedMail(mailing, mailId)) === 'in hand') throw new Error('Another process is sending this email.')
  }

  return [
    { name: SEND_MAIL_JOB, run: sendOne },
    { name: 'mails.forget-old', cron: '29 3 * * *', run: async () => tidyMails(mailing) },
    { name: 'mails.send-late', cron: '* * * * *', run: async (_, stopping) => sendDueMails(mailing, log, stopping) },
  ]
}

/** Deletes emails that are no longer needed, and the counts of past days. */
export async function tidyMails({ db, now }: Pick<Mailing, 'db' | 'now'>): Promise<void> {
  await forgetOldMails(db, now())
  await forgetMailCounts(db, now())
}
