import { randomUUID } from 'node:crypto'
import type { ClosingReason, EnquiryState } from '#shared/enquiries/public.ts'
import type { ReplyBody } from '#shared/enquiries/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound, unauthenticated } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import { enquiryReplyMail } from '#server/emails/enquiry-reply.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { setAnswer } from '#server/features/mails/commands.ts'
import { findLatestReply, stateOf, type EnquiryData } from './queries.ts'

async function lockEnquiry(trx: Trx, id: string) {
  const enquiry = isUuid(id)
    ? await trx
        .selectFrom('mails')
        .select(['data', 'answered_at', 'answered_by', 'closed_reason'])
        .where('id', '=', id)
        .where('template', '=', ENQUIRY)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!enquiry) throw notFound('Enquiry')
  return enquiry
}

/** Does nothing if it already is in that state, so that the first of two clerks is recorded. Throws 404. */
export async function markEnquiry(trx: Trx, actor: Actor, id: string, answeredAt: Date | null): Promise<void> {
  const enquiry = await lockEnquiry(trx, id)
  if (stateOf(enquiry) === (answeredAt ? 'answered' : 'open')) return
  const answered_by = answeredAt && actor.accountId
  await setAnswer(trx, id, { answered_at: answeredAt, answered_by, closed_reason: null })
  const action = answeredAt ? 'enquiry.answered' : 'enquiry.reopened'
  await recordAudit(trx, { actor, action, subject: { kind: 'enquiry', id } })
}

/** Safe to repeat. Throws 404, and 409 `enquiry_changed` for an answered one. */
export async function closeEnquiry(trx: Trx, actor: Actor, id: string, reason: ClosingReason, now: Date): Promise<void> {
  const enquiry = await lockEnquiry(trx, id)
  if (enquiry.closed_reason === reason) return
  const state = stateOf(enquiry)
  if (state !== 'open') throw await changed(trx, enquiry.answered_by, state)
  await setAnswer(trx, id, { answered_at: now, answered_by: actor.accountId, closed_reason: reason })
  await recordAudit(trx, { actor, action: 'enquiry.closed', subject: { kind: 'enquiry', id }, after: { closingReason: reason } })
}

/**
 * Also queues the reply's email and marks the enquiry as answered. Safe to repeat with the same key. Throws 404, and 409
 * `enquiry_changed` if the thread has changed since the writer read it.
 */
export async function replyToEnquiry(
  trx: Trx,
  queue: Queue,
  actor: Actor,
  { id, reply, now }: { id: string; reply: ReplyBody; now: Date },
): Promise<void> {
  if (!actor.accountId) throw unauthenticated()
  const enquiry = await lockEnquiry(trx, id)
  const { key, text, seen } = reply
  const known = await trx.selectFrom('enquiry_replies').select(['enquiry_id', 'body']).where('key', '=', key).executeTakeFirst()
  if (known?.enquiry_id === id && known.body === text) return
  if (known) throw new AppError('enquiry_changed', 'A reply has already been sent from this page. Please read it before you send another.')
  const latest = await findLatestReply(trx, id)
  if (latest && latest.id !== seen.replyId) {
    throw new AppError('enquiry_changed', `${latest.name} has just replied. Please read their reply before you send yours.`)
  }
  const state = stateOf(enquiry)
  if (state !== seen.state) throw await changed(trx, enquiry.answered_by, state)
  const replyId = randomUUID()
  await trx
    .insertInto('enquiry_replies')
    .values({ id: replyId, enquiry_id: id, key, body: text, written_by: actor.accountId, written_at: now })
    .execute()
  const { email, subject, message } = enquiry.data as unknown as EnquiryData
  await queueMail(trx, queue, enquiryReplyMail(replyId, email, { subject, message, text }))
  await setAnswer(trx, id, { answered_at: now, answered_by: actor.accountId, closed_reason: null })
  await recordAudit(trx, { actor, action: 'enquiry.replied', subject: { kind: 'enquiry', id } })
}

async function changed(trx: Trx, by: string | null, state: EnquiryState): Promise<AppError> {
  if (state === 'open') return new AppError('enquiry_changed', 'A colleague has just reopened this enquiry.')
  const colleague = await trx.selectFrom('users').select('name').where('id', '=', by).executeTakeFirst()
  const name = colleague?.name ?? 'A colleague'
  const done = state === 'closed' ? 'has just closed this enquiry' : 'has just marked this enquiry as answered'
  return new AppError('enquiry_changed', `${name} ${done}.`)
}
