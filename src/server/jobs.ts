import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { renderTemplate } from './emails/templates.ts'
import { accountJobs } from './features/accounts/jobs.ts'
import { bookingJobs } from './features/bookings/jobs.ts'
import { SEND_LINK_JOB } from './features/accounts/recovery/commands.ts'
import { paymentJobs } from './features/payments/jobs.ts'
import { SEND_REFUND_JOB } from './features/payments/refunds/commands.ts'
import { taskJobs } from './features/tasks/jobs.ts'
import { quoteJobs } from './features/quotes/jobs.ts'
import { vehicleJobs } from './features/vehicles/jobs.ts'
import type { Deps } from './lib/deps.ts'
import { listLateMails, SEND_MAIL_JOB, sendQueuedMail } from './lib/mail-outbox.ts'
import type { SendMail } from './lib/mailer.ts'
import type { JobDefinition } from './lib/queue.ts'

const mailJobSchema = z.object({ mailId: z.string() })

/** The jobs that features enqueue inside their transactions: their queues must exist before the first request. */
export const WORK_ON_DEMAND = [SEND_MAIL_JOB, SEND_LINK_JOB, SEND_REFUND_JOB]

/** Returns every job, on demand and scheduled. */
export function allJobs(deps: Deps, sendMail: SendMail, log: FastifyBaseLogger): JobDefinition[] {
  const send = async (mailId: string) => sendQueuedMail(deps.db, sendMail, renderTemplate, mailId)
  return [
    ...taskJobs(deps, log),
    ...accountJobs(deps),
    ...vehicleJobs(deps),
    ...bookingJobs(deps),
    ...paymentJobs(deps, log),
    ...quoteJobs(deps),
    {
      name: SEND_MAIL_JOB,
      run: async (data) => send(mailJobSchema.parse(data).mailId),
    },
    {
      name: 'mails.send-late',
      cron: '*/15 * * * *',
      // The first failure ends the run: the others would only wait for the same server.
      async run() {
        for (const mailId of await listLateMails(deps.db, deps.now())) await send(mailId)
      },
    },
  ]
}
