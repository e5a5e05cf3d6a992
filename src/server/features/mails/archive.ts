import { sql, type RawBuilder } from 'kysely'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import { beginningsMeant, isReference } from '#shared/bookings/references.ts'
import * as calls from '#shared/mails/staff-calls.ts'
import { HIDDEN_LINK, type ListMailsQuery, type StaffMail, type StaffMailDetails } from '#shared/mails/staff.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { firstFulfilled, formOf, readSought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { resendMail } from './commands.ts'

export function mailArchive({ now, queue }: Deps): Feature {
  return {
    calls({ read, change }) {
      read(calls.listMails, async ({ db, query }) => listStaffMails(db, query))
      read(calls.getMail, async ({ db, params }) => getStaffMail(db, params.id))
      change(calls.resendMail, async ({ trx, actor, params }) => {
        await resendMail(trx, queue, actor, params.id, now())
        return { message: 'Email queued' }
      })
    },
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Newest first. */
export async function listStaffMails(db: Database, { state, search, limit, before }: ListMailsQuery): Promise<StaffMail[]> {
  const fitting = search === undefined ? undefined : await fits(db, search)
  const rows = await mailsWithBooking(db)
    .$if(state === 'waiting', (mails) => mails.where('sent_at', 'is', null).where('failed_at', 'is', null))
    .$if(state === 'failed', (mails) => mails.where('failed_at', 'is not', null).where('failure', 'is distinct from', NO_ADDRESS))
    .$if(state === 'sent', (mails) => mails.where('sent_at', 'is not', null))
    .$if(fitting !== undefined, (mails) => mails.where(fitting as RawBuilder<boolean>))
    .$if(before !== undefined, (mails) =>
      mails.where(
        sql<boolean>`(mails.created_at, mails.id) < (select created_at, id from mails where id = ${isUuid(before ?? '') ? before : NO_ID})`,
      ),
    )
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toMail(row, readable(row).subject))
}

/** Hides anything that grants access. Throws 404. */
export async function getStaffMail(db: Database, id: string): Promise<StaffMailDetails> {
  const row = isUuid(id) ? await mailsWithBooking(db).where('mails.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw notFound('Email')
  const { subject, text } = readable(row)
  return { ...toMail(row, subject), text, ...(row.request_id !== null && { requestId: row.request_id }) }
}

function mailsWithBooking(db: Database) {
  return db
    .selectFrom('mails')
    .leftJoin('bookings', 'bookings.id', 'mails.booking_id')
    .select(['mails.id', 'template', 'recipient', 'data', 'attempts', 'failure', 'mails.created_at', 'sent_at', 'failed_at'])
    .select(['next_try_at', 'mails.expires_at', 'booking_id', 'reference', 'request_id'])
}

type MailRow = Awaited<ReturnType<ReturnType<typeof mailsWithBooking>['executeTakeFirstOrThrow']>>

/** Bookings whose reference begins like the text are few, unless it is only a letter or two. */
const MAX_BEGUN = 1000

async function fits(db: Database, search: string): Promise<RawBuilder<boolean>> {
  const begun = await listBegun(db, beginningsMeant(search))
  const ofBookings = sql<boolean>`booking_id = any(${begun}::uuid[])`
  if (isReference(search) && !search.includes('@')) return ofBookings
  // Thousands of addresses share every part of a whole address, so searching by its parts would be slow.
  const whole = sql<boolean>`lower(recipient) = ${comparedAddress(search)}`
  if (search.includes('@') && (await db.selectFrom('mails').select('id').where(whole).limit(1).executeTakeFirst())) return whole
  const sought = await readSought(db, search)
  const recipient = formOf(sql`recipient`)
  const asTyped = begun.length > 0 ? sql<boolean>`(${sought.isIn(recipient)} or ${ofBookings})` : sought.isIn(recipient)
  return firstFulfilled(db, 'mails', sought.mayBeMistyped ? [asTyped, sought.isNearly(recipient)] : [asTyped])
}

async function listBegun(db: Database, beginnings: readonly string[]): Promise<string[]> {
  if (beginnings.length === 0) return []
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where((eb) => eb.or(beginnings.map((beginning) => eb('reference', 'like', `${beginning}%`))))
    .limit(MAX_BEGUN)
    .execute()
  return rows.map(({ id }) => id)
}

function toMail(row: MailRow, subject: string): StaffMail {
  const { sent_at, failed_at, booking_id, reference } = row
  const state = failed_at ? 'failed' : sent_at ? 'sent' : 'waiting'
  return {
    id: row.id,
    recipient: realAddress(row.recipient) ?? 'No email address',
    subject,
    state,
    createdAt: row.created_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    failedAt: failed_at?.toISOString() ?? null,
    nextTryAt: state === 'waiting' ? row.next_try_at.toISOString() : null,
    attempts: row.attempts,
    failure: row.failure,
    booking: booking_id && reference ? { id: booking_id, reference } : null,
    hasLink: row.expires_at !== null,
  }
}

/** The data of a waiting email contain a working link, so secret fields are masked before rendering. */
function readable({ template, data }: Pick<MailRow, 'template' | 'data'>): { subject: string; text: string | null } {
  try {
    const { secretFields = [] } = renderTemplate(template, data)
    const covered = Object.fromEntries(secretFields.map((field) => [field, HIDDEN_LINK]))
    const { subject, text } = renderTemplate(template, { ...(data as object), ...covered })
    return { subject, text }
  } catch {
    // A kind of email that is no longer sent.
    return { subject: template, text: null }
  }
}
