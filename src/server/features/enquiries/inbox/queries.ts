import { sql, type RawBuilder } from 'kysely'
import type { ClosingReason, EnquiryState, ListEnquiriesQuery, StaffEnquiry } from '#shared/enquiries/public.ts'
import type { EnquiryReply, EnquiryThread } from '#shared/enquiries/staff.ts'
import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import { replyMailKey } from '#server/emails/enquiry-reply.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { firstFulfilled, formOf, readSought } from '#server/lib/search-forms.ts'
import { isUuid } from '#server/lib/uuids.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

export type EnquiryData = Pick<StaffEnquiry, 'name' | 'email' | 'phone' | 'subject' | 'message'>

export function stateOf(enquiry: { answered_at: Date | null; closed_reason: string | null }): EnquiryState {
  if (enquiry.answered_at === null) return 'open'
  return enquiry.closed_reason === null ? 'answered' : 'closed'
}

function enquiries(db: Database) {
  return (
    db
      .selectFrom('mails')
      .leftJoin('users', 'users.id', 'answered_by')
      .select(['mails.id', 'data', 'mails.created_at', 'answered_at', 'answered_by', 'closed_reason', 'users.name'])
      // A literal, so that the partial indexes on states can be used.
      .where('template', '=', sql.lit(ENQUIRY))
  )
}

type EnquiryRow = Awaited<ReturnType<ReturnType<typeof enquiries>['executeTakeFirstOrThrow']>>

/**
 * What most enquiries have, such as a topic, fills a page from so many. The planner has no statistics of a partial index, so it takes every text
 * for rare and would sort all that have it.
 */
const WALKED = 5000

/** Open ones in the order in which they must be answered, the oldest first; others newest first. */
export async function listStaffEnquiries(db: Database, { state, search, limit, before }: ListEnquiriesQuery): Promise<StaffEnquiry[]> {
  const fitting = search ? await fits(db, search) : undefined
  const direction = state === 'open' ? 'asc' : 'desc'
  const follows = state === 'open' ? sql`>` : sql`<`
  const listed = enquiries(db)
    .select('template')
    .where('answered_at', state === 'open' ? 'is' : 'is not', null)
    .$if(state !== 'open', (ended) => ended.where('closed_reason', state === 'closed' ? 'is not' : 'is', null))
    .$if(before !== undefined, (later) =>
      later.where(
        sql<boolean>`(mails.created_at, mails.id) ${follows} (select created_at, id from mails where id = ${isUuid(before ?? '') ? before : NO_ID})`,
      ),
    )
    .orderBy('mails.created_at', direction)
    .orderBy('mails.id', direction)
  if (fitting === undefined) return (await listed.limit(limit).execute()).map(toStaffEnquiry)
  const walked = await db
    .selectFrom(listed.limit(WALKED).as('mails'))
    .selectAll()
    .where(fitting)
    .orderBy('mails.created_at', direction)
    .orderBy('mails.id', direction)
    .limit(limit)
    .execute()
  const rows = walked.length === limit ? walked : await listed.where(fitting).limit(limit).execute()
  return rows.map(toStaffEnquiry)
}

/** As in the index. */
const WRITER = formOf(sql`(data ->> 'name') || ' ' || (data ->> 'email') || ' ' || (data ->> 'subject')`)

/** Enquiries with the text as typed; failing that, those whose writer's name or address may have been mistyped. */
async function fits(db: Database, search: string): Promise<RawBuilder<boolean>> {
  const sought = await readSought(db, search)
  const ofEnquiry = (condition: RawBuilder<boolean>) => sql<boolean>`(template = ${sql.lit(ENQUIRY)} and ${condition})`
  const conditions = [sought.isIn(WRITER), ...(sought.mayBeMistyped ? [sought.isNearly(WRITER)] : [])]
  return firstFulfilled(db, 'mails', conditions.map(ofEnquiry))
}

function toStaffEnquiry({ id, data, created_at, answered_at, answered_by, closed_reason, name }: EnquiryRow): StaffEnquiry {
  const { name: writer, email, phone, subject, message } = data as unknown as EnquiryData
  const answered = answered_at && answered_by ? { at: answered_at.toISOString(), by: { id: answered_by, name } } : null
  const closedReason = closed_reason as ClosingReason | null
  return { id, name: writer, email, phone, subject, message, writtenAt: created_at.toISOString(), answered, closedReason }
}

/** Also returns the account with this confirmed address. Throws 404. */
export async function getEnquiryThread(db: Database, id: string): Promise<EnquiryThread> {
  const row = isUuid(id) ? await enquiries(db).where('mails.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw notFound('Enquiry')
  const enquiry = toStaffEnquiry(row)
  const [replies, account] = await Promise.all([listReplies(db, id), findOwner(db, enquiry.email)])
  return { ...enquiry, replies, account: account ?? null }
}

/** Anyone may have typed the address, so it must be the account's confirmed one. */
async function findOwner(db: Database, address: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<string>`lower(email)`, '=', address.toLowerCase())
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

async function listReplies(db: Database, enquiryId: string): Promise<EnquiryReply[]> {
  const replies = await db
    .selectFrom('enquiry_replies')
    .innerJoin('users', 'users.id', 'written_by')
    .select(['enquiry_replies.id', 'body', 'users.name', 'written_at'])
    .where('enquiry_id', '=', enquiryId)
    .orderBy('written_at')
    .orderBy('enquiry_replies.id')
    .execute()
  const keys = replies.map((reply) => replyMailKey(reply.id))
  const mails =
    keys.length === 0 ? [] : await db.selectFrom('mails').select(['id', 'key', 'sent_at', 'failed_at']).where('key', 'in', keys).execute()
  return replies.map((reply) => {
    const mail = mails.find(({ key }) => key === replyMailKey(reply.id))
    const state = mail?.sent_at ? 'sent' : mail?.failed_at ? 'failed' : 'waiting'
    const { id, body, name, written_at } = reply
    return { id, text: body, by: name, writtenAt: written_at.toISOString(), email: mail ? { id: mail.id, state } : null }
  })
}

export async function findLatestReply(trx: Trx, enquiryId: string): Promise<{ id: string; name: string } | undefined> {
  return trx
    .selectFrom('enquiry_replies')
    .innerJoin('users', 'users.id', 'written_by')
    .select(['enquiry_replies.id', 'users.name'])
    .where('enquiry_id', '=', enquiryId)
    .orderBy('written_at', 'desc')
    .orderBy('enquiry_replies.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
