import { sql, type RawBuilder } from 'kysely'
import * as calls from '#shared/enquiries/staff-calls.ts'
import type { ClosingReason, EnquiryState, ListEnquiriesQuery, StaffEnquiry } from '#shared/enquiries/staff.ts'
import { enquiryReceived } from '#server/emails/enquiries.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { firstFulfilled, formOf, readSought } from '#server/lib/search-forms.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { setAnswer } from '#server/features/mails/commands.ts'

export function inbox({ read, change }: Serving, { now }: Pick<Deps, 'now'>): void {
  read(calls.listEnquiries, async ({ db, query }) => listStaffEnquiries(db, query))
  change(calls.answerEnquiry, async ({ trx, actor, params }) => {
    await markEnquiry(trx, actor, params.id, now())
    return { message: 'Enquiry answered' }
  })
  change(calls.reopenEnquiry, async ({ trx, actor, params }) => {
    await markEnquiry(trx, actor, params.id, null)
    return { message: 'Enquiry reopened' }
  })
  change(calls.closeEnquiry, async ({ trx, actor, params, body }) => {
    await closeEnquiry(trx, actor, params.id, body.reason, now())
    return { message: 'Enquiry closed' }
  })
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

export type EnquiryData = Pick<StaffEnquiry, 'name' | 'email' | 'phone' | 'subject' | 'message'>

export function stateOf(enquiry: { answered_at: Date | null; closed_reason: string | null }): EnquiryState {
  if (enquiry.answered_at === null) return 'open'
  return enquiry.closed_reason === null ? 'answered' : 'closed'
}

export function selectEnquiries(db: Database) {
  return (
    db
      .selectFrom('mails')
      .leftJoin('users', 'users.id', 'answered_by')
      .select(['mails.id', 'data', 'mails.created_at', 'answered_at', 'answered_by', 'closed_reason', 'users.name'])
      // A literal, so that the partial indexes on states can be used.
      .where('template', '=', sql.lit(enquiryReceived.template))
  )
}

type EnquiryRow = Awaited<ReturnType<ReturnType<typeof selectEnquiries>['executeTakeFirstOrThrow']>>

/**
 * A common text, such as a topic, fills a page from so many enquiries. The planner has no statistics of a partial index, so it takes every
 * text for rare and would sort all that have it.
 */
const WALKED = 5000

/** Open ones in the order in which they must be answered, the oldest first; others newest first. */
export async function listStaffEnquiries(db: Database, { state, search, limit, before }: ListEnquiriesQuery): Promise<StaffEnquiry[]> {
  const fitting = search ? await fits(db, search) : undefined
  const direction = state === 'open' ? 'asc' : 'desc'
  const follows = state === 'open' ? sql`>` : sql`<`
  const listed = selectEnquiries(db)
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
  const ofEnquiry = (condition: RawBuilder<boolean>) => sql<boolean>`(template = ${sql.lit(enquiryReceived.template)} and ${condition})`
  const conditions = [sought.isIn(WRITER), ...(sought.mayBeMistyped ? [sought.isNearly(WRITER)] : [])]
  return firstFulfilled(db, 'mails', conditions.map(ofEnquiry))
}

export function toStaffEnquiry({ id, data, created_at, answered_at, answered_by, closed_reason, name }: EnquiryRow): StaffEnquiry {
  const { name: writer, email, phone, subject, message } = data as unknown as EnquiryData
  const answered = answered_at && answered_by ? { at: answered_at.toISOString(), by: { id: answered_by, name } } : null
  const closedReason = closed_reason as ClosingReason | null
  return { id, name: writer, email, phone, subject, message, writtenAt: created_at.toISOString(), answered, closedReason }
}

export async function lockEnquiry(trx: Trx, id: string) {
  const enquiry = isUuid(id)
    ? await trx
        .selectFrom('mails')
        .select(['data', 'answered_at', 'answered_by', 'closed_reason'])
        .where('id', '=', id)
        .where('template', '=', enquiryReceived.template)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!enquiry) throw notFound('Enquiry')
  return enquiry
}

/** Does nothing if it already is in that state, so that the first of two clerks is recorded. Throws 404. */
async function markEnquiry(trx: Trx, actor: NamedActor, id: string, answeredAt: Date | null): Promise<void> {
  const enquiry = await lockEnquiry(trx, id)
  if (stateOf(enquiry) === (answeredAt ? 'answered' : 'open')) return
  const answered_by = answeredAt && actor.accountId
  await setAnswer(trx, id, { answered_at: answeredAt, answered_by, closed_reason: null })
  const action = answeredAt ? 'enquiry.answered' : 'enquiry.reopened'
  await recordAudit(trx, { actor, action, subject: { kind: 'enquiry', id } })
}

/** Safe to repeat. Throws 404, and 409 `enquiry_changed` for an answered one. */
async function closeEnquiry(trx: Trx, actor: NamedActor, id: string, reason: ClosingReason, now: Date): Promise<void> {
  const enquiry = await lockEnquiry(trx, id)
  if (enquiry.closed_reason === reason) return
  const state = stateOf(enquiry)
  if (state !== 'open') throw await changed(trx, enquiry.answered_by, state)
  await setAnswer(trx, id, { answered_at: now, answered_by: actor.accountId, closed_reason: reason })
  await recordAudit(trx, { actor, action: 'enquiry.closed', subject: { kind: 'enquiry', id }, after: { closingReason: reason } })
}

/** Says which colleague has brought the enquiry into this state. */
export async function changed(trx: Trx, by: string | null, state: EnquiryState): Promise<AppError> {
  if (state === 'open') return new AppError('enquiry_changed', 'A colleague has just reopened this enquiry.')
  const colleague = await trx.selectFrom('users').select('name').where('id', '=', by).executeTakeFirst()
  const name = colleague?.name ?? 'A colleague'
  const done = state === 'closed' ? 'has just closed this enquiry' : 'has just marked this enquiry as answered'
  return new AppError('enquiry_changed', `${name} ${done}.`)
}
