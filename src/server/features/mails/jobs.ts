import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { SEND_MAIL_JOB } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
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
    { name: 'mails.send-late', cron: '* * * * *', run: async (_, stopping) => sendDueMails(mailing, log, stopping) },
  ]
}
