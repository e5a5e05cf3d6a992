import { sql, type Expression, type ExpressionBuilder, type SqlBool, type Updateable } from 'kysely'
import { brand } from '#shared/brand.ts'
import { failureText } from '#shared/mails/failures.ts'
import type { DB, Mails } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail, SEND_MAIL_JOB } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import { nextTryAt } from '#server/lib/retries.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { FOR_THE_AGENCY } from '#server/emails/templates.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { openTask, settleTasks } from '#server/features/tasks/tasks.ts'
import { isAboutPayment, isAwaited, sentTo } from './queries.ts'

/** Said where the failure is shown. */
const OLDER_THAN_RESTORE = 'it’s older than the backup this site was restored from, so it may already have been sent'
const LONGEST_PAUSE_MS = 15 * 60_000
/** As often as late emails are sent (jobs.ts). */
const AWAY_PAUSE_MS = 60_000

const COLUMNS = ['id', 'template', 'recipient', 'data', 'attempts', 'booking_id', 'expires_at', 'request_id'] as const

export interface ClaimedMail {
  id: string
  template: string
  recipient: string
  data: unknown
  attempts: number
  booking_id: string | null
  expires_at: Date | null
  request_id: string | null
}

/** By the database's clock, since the clocks of two processes may differ. Renewed while the email is being sent. */
const LEASE = sql<Date>`now() + interval '10 seconds'`

/**
 * Leases an unsent email so that no other process sends it. Returns 'in hand' while another process has it, and
 * undefined if there is nothing left to send.
 */
export async function claimMail(db: Database, mailId: string): Promise<ClaimedMail | 'in hand' | undefined> {
  const claimed = await db
    .updateTable('mails')
    .set({ leased_until: LEASE })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning(COLUMNS)
    .executeTakeFirst()
  if (claimed) return claimed
  const other = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return other && 'in hand'
}

export async function renewLease(db: Database, mailId: string): Promise<void> {
  await db.updateTable('mails').set({ leased_until: LEASE }).where('id', '=', mailId).where('leased_until', 'is not', null).execute()
}

/** Also erases the fields that grant access. */
export async function noteSent(trx: Trx, mail: ClaimedMail, secretFields: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ attempts: mail.attempts + 1, failure: null, sent_at: now, leased_until: null, data: dataWithout(mail, secretFields) })
    .where('id', '=', mail.id)
    .execute()
  await settleTasks(trx, ['mail_failed'], subjectOf(mail), 'The email has since been sent.', now)
}

/**
 * Records a failure that a retry may overcome, unless another process has sent the email in the meantime. While the mail server is away an
 * email is due again every minute, so that all are sent as soon as it responds: each run tries only a few until then.
 */
export async function noteFailure(
  db: Database,
  mail: ClaimedMail,
  failure: { code: string; isServerAway: boolean },
  now: Date,
): Promise<void> {
  const attempts = mail.attempts + 1
  const longest = failure.isServerAway ? AWAY_PAUSE_MS : LONGEST_PAUSE_MS
  await db
    .updateTable('mails')
    .set({ attempts, failure: failure.code, leased_until: null, next_try_at: nextTryAt(attempts, now, longest) })
    .where('id', '=', mail.id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Stops trying and opens a task for staff, unless another process has sent the email in the meantime. */
export async function giveUpMail(
  trx: Trx,
  mail: ClaimedMail,
  { failure, secretFields }: { failure: string; secretFields: readonly string[] },
  now: Date,
): Promise<void> {
  const ended = await trx
    .updateTable('mails')
    .set({ attempts: mail.attempts + 1, failure, failed_at: now, leased_until: null, data: dataWithout(mail, secretFields) })
    .where('id', '=', mail.id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return
  // The recipient can request another such link, and no one else can do anything about it.
  if (mail.expires_at && !mail.booking_id) return
  const cause = `The email ${mail.id} (${mail.template.replaceAll('-', ' ')}) has not been sent: ${failureText(failure)}. Contact the person another way, or resend it.`
  await openTask(trx, { kind: 'mail_failed', subject: subjectOf(mail), cause, bookingId: mail.booking_id }, now)
}

/** Ends the pauses of all emails that are waiting to be tried again. */
export async function endPauses(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: now })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '>', now)
    .execute()
}

/** Holds back what was not sent at a moment after which another copy of this site may have sent it. Returns how many; staff can send them. */
export async function holdBackMails(trx: Trx, before: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('mails')
    .set({ failed_at: now, failure: OLDER_THAN_RESTORE, leased_until: null })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Failures to reach our own address share one task, because a task per email would cause another email. */
function subjectOf(mail: ClaimedMail): string {
  return mail.recipient === brand.email ? 'the agency' : mail.id
}

/** Blanks the fields, so that no one who reads the database later can follow a link. */
function dataWithout({ data }: ClaimedMail, fields: readonly string[]): string {
  return JSON.stringify({ ...(data as object), ...Object.fromEntries(fields.map((field) => [field, ''])) })
}

/**
 * Deletes the emails to an address, except those about a paid booking, which expire with time, and unsent ones about a
 * booking. Returns the deleted ids.
 */
export async function eraseMailsTo(trx: Trx, address: string): Promise<{ id: string }[]> {
  return trx
    .deleteFrom('mails')
    .where(sentTo(address))
    .where((eb) => eb.not(eb.or([isAwaited(eb), isAboutPayment(eb)])))
    .returning('id')
    .execute()
}

/** The entry does not contain the address. */
export async function recordErasure(trx: Trx, actor: Actor, after: { emails: number; enquiries: number }): Promise<void> {
  await recordAudit(trx, { actor, action: 'email.erased', subject: { kind: 'email', id: null }, after })
}

/**
 * Sends an email again: copies a sent one, at most once a minute; tries a waiting one now; requeues one that failed for
 * good or went to the agency itself. Throws 404, 409 `no_email`, and 410 `link_spent` if its link has been erased.
 */
export async function resendMail(trx: Trx, queue: Queue, actor: Actor, mailId: string, now: Date): Promise<void> {
  const mail = isUuid(mailId)
    ? await trx.selectFrom('mails').selectAll().where('id', '=', mailId).forUpdate().executeTakeFirst()
    : undefined
  if (!mail) throw notFound('Email')
  const { template, recipient, data, booking_id } = mail
  if (realAddress(recipient) === null) throw new AppError('no_email', 'It had no email address. Please resend it from the booking.')
  const isWaiting = !mail.sent_at && !mail.failed_at
  if (mail.expires_at && !isWaiting) {
    throw new AppError('link_spent', 'The link in this email is no longer stored. Please create a new one.')
  }
  if (mail.sent_at && !FOR_THE_AGENCY.includes(template)) {
    const key = `again:${mailId}:${Math.floor(now.getTime() / 60_000)}`
    await queueMail(trx, queue, { key, template, recipient, data: data as object, ...(booking_id && { bookingId: booking_id }) })
  } else {
    const again = isWaiting ? {} : { sent_at: null, failed_at: null, attempts: 0, created_at: now }
    await trx
      .updateTable('mails')
      .set({ ...again, next_try_at: now })
      .where('id', '=', mailId)
      .execute()
    await queue.enqueue(trx, SEND_MAIL_JOB, { mailId })
  }
  await recordAudit(trx, { actor, action: 'email.resent', subject: { kind: 'email', id: mailId }, after: { bookingId: booking_id } })
}

/** Records who answered or closed an enquiry, which is stored as the email it arrived as. Nulls reopen it. */
export async function setAnswer(
  trx: Trx,
  enquiryId: string,
  answer: Pick<Updateable<Mails>, 'answered_at' | 'answered_by' | 'closed_reason'>,
): Promise<void> {
  await trx.updateTable('mails').set(answer).where('id', '=', enquiryId).execute()
}

/** Returns the deleted ids. */
export async function deleteMails(
  trx: Trx,
  condition: (eb: ExpressionBuilder<DB, 'mails'>) => Expression<SqlBool>,
): Promise<{ id: string }[]> {
  return trx.deleteFrom('mails').where(condition).returning('id').execute()
}

/**
 * Takes back what an email says: deletes one that is not on its way yet, else frees its key, so that it can be sent
 * anew. Returns whether its recipient has got it, or may have.
 */
export async function retractMail(trx: Trx, key: string, retractedFor: string): Promise<boolean> {
  const unsent = await trx
    .deleteFrom('mails')
    .where('key', '=', key)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (unsent.numDeletedRows > 0n) return false
  const kept = await trx
    .updateTable('mails')
    .set({ key: `${key}:retracted:${retractedFor}` })
    .where('key', '=', key)
    .executeTakeFirst()
  return kept.numUpdatedRows > 0n
}
