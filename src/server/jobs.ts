import type { FastifyBaseLogger } from 'fastify'
import { accountJobs } from '#server/features/accounts/accounts.ts'
import { CHANGE_EMAIL_JOB } from '#server/features/accounts/email-changes.ts'
import { SEND_LINK_JOB } from '#server/features/accounts/links.ts'
import { SEND_CODE_JOB } from '#server/features/accounts/sessions/tries.ts'
import { auditJobs } from '#server/features/audit/commands.ts'
import { checkoutJobs } from '#server/features/checkout/open-holds.ts'
import { paymentJobs } from '#server/features/payments/prices.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { reconciliationJobs } from '#server/features/reconciliation/reconciliation.ts'
import { refundJobs } from '#server/features/refunds/notices.ts'
import { SEND_REFUND_JOB } from '#server/features/refunds/requests.ts'
import { renderTemplate } from './emails/templates.ts'
import { backupJobs } from './features/backups/nightly.ts'
import { BACK_UP_JOB } from './features/backups/records.ts'
import { bookingJobs } from './features/bookings/bookings.ts'
import { CANCEL_DEPARTURE_JOB, cancellationJobs } from './features/cancellations/departure-endings.ts'
import { deskJobs } from './features/desk/desk.ts'
import { taskJobs } from './features/desk/tasks.ts'
import { enquiryJobs } from './features/enquiries/spam.ts'
import { ledgerJobs } from './features/ledger/ledger.ts'
import type { Mailing } from './features/mails/flows.ts'
import { mailJobs } from './features/mails/jobs.ts'
import { quoteJobs } from './features/quotes/endings.ts'
import { reservationJobs } from './features/reservations/endings.ts'
import { readUpload } from './features/tours/pictures/files.ts'
import { PRICE_CHANGED_JOB } from './features/tours/prices.ts'
import { WORDS_LOST_JOB } from './features/tours/search/known-words.ts'
import { tourJobs } from './features/tours/tours.ts'
import { vehicleJobs } from './features/vehicles/tidying.ts'
import type { Deps } from './lib/deps.ts'
import { SEND_MAIL_JOB } from './lib/mail-outbox.ts'
import { createMailPictures } from './lib/mail-pictures.ts'
import type { SendMail } from './lib/mailer.ts'
import type { JobDefinition } from './lib/queue.ts'
import { REMOVE_FILES_JOB, removedFileJobs } from './lib/uploads.ts'

/** Features enqueue these inside their transactions, so their queues must exist before the first request. */
export const WORK_ON_DEMAND = [
  SEND_MAIL_JOB,
  SEND_LINK_JOB,
  SEND_CODE_JOB,
  CHANGE_EMAIL_JOB,
  SEND_REFUND_JOB,
  CANCEL_DEPARTURE_JOB,
  PRICE_CHANGED_JOB,
  WORDS_LOST_JOB,
  REMOVE_FILES_JOB,
  BACK_UP_JOB,
]

export function allJobs(deps: Deps, sendMail: SendMail, log: FastifyBaseLogger): JobDefinition[] {
  return [
    ...removedFileJobs(deps),
    ...auditJobs(deps),
    ...taskJobs(deps, log),
    ...mailJobs(deps, mailParts(deps, sendMail), log),
    ...accountJobs(deps),
    ...tourJobs(deps),
    ...vehicleJobs(deps),
    ...bookingJobs(deps),
    ...paymentJobs(deps, log),
    ...refundJobs(deps),
    ...ledgerJobs(deps, { listFaults }),
    ...enquiryJobs(deps),
    ...checkoutJobs(deps),
    ...reservationJobs(deps),
    ...cancellationJobs(deps, log),
    ...reconciliationJobs(deps, log),
    ...quoteJobs(deps),
    ...backupJobs(deps),
    ...deskJobs(deps, log),
  ]
}

/** What sending an email takes of other features. */
export function mailParts(deps: Deps, send: SendMail): Pick<Mailing, 'send' | 'render' | 'pictures'> {
  return { send, render: renderTemplate, pictures: createMailPictures(async (address) => readUpload(deps, address)) }
}
