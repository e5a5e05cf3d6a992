import { SEND_LINK_JOB } from '../../src/server/features/accounts/recovery/commands.ts'
import { SEND_REFUND_JOB } from '../../src/server/features/payments/refunds/commands.ts'
import { SEND_MAIL_JOB } from '../../src/server/lib/mail-outbox.ts'

/** The jobs that features hand to the queue inside their transactions. */
export const jobNames = [SEND_MAIL_JOB, SEND_LINK_JOB, SEND_REFUND_JOB]
