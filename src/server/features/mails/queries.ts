import { sql, type ExpressionBuilder } from 'kysely'
import { daysBefore } from '#shared/dates.ts'
import { FOR_THE_AGENCY, renderTemplate } from '#server/emails/templates.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { isOneOf } from '#server/lib/personal-data.ts'

/** By this age, an email's own job has had its first chance. */
const FRESH_MS = 60_000
/** In days; older news would only confuse. */
const MAX_DAYS = 7

/** Longest waiting first. */
export async function listDueMails(db: Database, now: Date, limit: number, freshMs = FRESH_MS): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', now)
    .where('created_at', '<=', new Date(now.getTime() - freshMs))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function listOldMails(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', daysBefore(now, MAX_DAYS))
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Counts unsent emails that have not been given up, with the last failure of one. */
export async function countWaitingMails(db: Database): Promise<{ count: number; failure: string | null }> {
  return db
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('failure').as('failure')])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Whether an email of this kind is queued that has neither been sent nor given up. */
export async function isMailWaiting(db: Database, template: string): Promise<boolean> {
  const waiting = db
    .selectFrom('mails')
    .select('id')
    .where('template', '=', template)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
  return (await waiting.limit(1).executeTakeFirst()) !== undefined
}

/** Latest first, without their addresses. */
export async function listFailedMails(db: Database, limit: number) {
  return db
    .selectFrom('mails')
    .leftJoin('bookings', 'bookings.id', 'mails.booking_id')
    .select(['mails.id', 'template', 'failure', 'failed_at', 'reference', 'request_id'])
    .where('failed_at', 'is not', null)
    .where('failure', 'is distinct from', NO_ADDRESS)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
}

/** The address may be in any case. Emails to the agency never belong to a person with its address. */
export const sentTo = (address: string) => (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.and([eb(eb.fn<string>('lower', ['recipient']), '=', address.toLowerCase()), eb('template', 'not in', FOR_THE_AGENCY)])

export const isAwaited = (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.and([eb('mails.booking_id', 'is not', null), eb('sent_at', 'is', null), eb('failed_at', 'is', null)])

/** A bank may ask what we wrote about a paid booking. */
export const isAboutPayment = (eb: ExpressionBuilder<DB, 'mails'>) =>
  eb.exists(
    eb
      .selectFrom('payments')
      .select('payments.id')
      .whereRef('payments.booking_id', '=', 'mails.booking_id')
      .where('payments.role', '!=', 'voided'),
  )

/** Oldest first, with what prevents each from being erased. */
export async function findMailsTo(db: Database, address: string) {
  return db
    .selectFrom('mails')
    .leftJoin('bookings', 'bookings.id', 'mails.booking_id')
    .select(['mails.id', 'template', 'mails.created_at', 'reference', 'starts_on'])
    .select((eb) => [isAwaited(eb).as('isAwaited'), isAboutPayment(eb).as('isAboutPayment')])
    .where(sentTo(address))
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .execute()
}

/** Returns emails in the form that their recipient or the owner of their booking may see. */
export async function listMails(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('mails')
    .select(['template', 'recipient', 'data', 'created_at', 'sent_at'])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ template, recipient, data, created_at, sent_at }) => ({
    to: recipient,
    ...readable(template, data, sent_at !== null),
    queuedAt: created_at,
    sentAt: sent_at,
  }))
}

/** Leaves out the text of an unsent email: its link still works, and may be for an address that is not the reader's. */
export function readable(template: string, data: unknown, isSent: boolean): { subject: string; text?: string } {
  try {
    const { subject, text } = renderTemplate(template, data)
    return isSent ? { subject, text } : { subject }
  } catch {
    // A kind of email that is no longer sent.
    return { subject: template }
  }
}
