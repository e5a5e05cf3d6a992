import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { daysBefore } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import { forgetMailCounts } from '#server/lib/mail-cap.ts'
import { sweepMailFiles } from '#server/lib/mail-files.ts'
import { SEND_MAIL_JOB } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { forgetLastMails, forgetOldMails } from './archive/commands.ts'
import { sendDueMails, sendQueuedMail, type Mailing } from './flows.ts'

const mailJobSchema = z.object({ mailId: z.string() })

export function mailJobs(deps: Deps, parts: Pick<Mailing, 'send' | 'render' | 'pictures'>, log: FastifyBaseLogger): JobDefinition[] {
  const mailing: Mailing = { db: deps.db, now: deps.now, origins: deps.origins, ...parts }

  async function sendOne(data: unknown): Promise<void> {
    const { mailId } = mailJobSchema.parse(data)
    // A crashed process may have left its lease, so fail the job: it is retried after the lease has ended.
    if ((await sendQueuedMail(mailing, mailId)) === 'in hand') throw new Error('Another process is sending this email.')
  }

  return [
    { name: SEND_MAIL_JOB, run: sendOne },
    { name: 'mails.forget-old', cron: '29 3 * * *', run: async () => tidyMails(deps) },
    { name: 'mails.send-late', cron: '* * * * *', run: async (_, stopping) => sendDueMails(mailing, log, stopping) },
  ]
}

/**
 * Deletes emails that are no longer needed, the final ones of deleted accounts, the files of emails deleted anywhere,
 * and the counters of past days.
 */
export async function tidyMails({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  await forgetOldMails(db, now())
  await forgetLastMails(db, daysBefore(now(), 1))
  await forgetMailCounts(db, now())
  await sweepMailFiles(config.DATA_DIR, db, daysBefore(now(), 1))
}
