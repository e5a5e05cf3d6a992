import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#shared/enquiries/staff-calls.ts'
import type { EnquiryReply, EnquiryThread, ReplyBody } from '#shared/enquiries/staff.ts'
import { enquiryReplyMail, replyMailKey } from '#server/emails/enquiries.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { setAnswer } from '#server/features/mails/commands.ts'
import { changed, lockEnquiry, selectEnquiries, stateOf, toStaffEnquiry, type EnquiryData } from './inbox.ts'

export function conversation({ read, change }: Serving, { now, queue }: Pick<Deps, 'now' | 'queue'>): void {
  read(calls.getEnquiry, async ({ db, params }) => getEnquiryThread(db, params.id))
  change(calls.replyToEnquiry, async ({ trx, actor, params, body }) => {
    await replyToEnquiry(trx, queue, actor, { id: params.id, reply: body, now: now() })
    return { message: 'Reply queued' }
  })
}

/** Also returns the account with this confirmed address. Throws 404. */
async function getEnquiryThread(db: Database, id: string): Promise<EnquiryThread> {
  const row = isUuid(id) ? await selectEnquiries(db).where('mails.id', '=', id).executeTakeFirst() : undefined
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

/** Oldest first. */
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

/**
 * Also queues the reply's email and marks the enquiry as answered. Safe to repeat with the same key. Throws 404, and 409
 * `enquiry_changed` if the thread has changed since the writer read it.
 */
async function replyToEnquiry(
  trx: Trx,
  queue: Queue,
  actor: NamedActor,
  { id, reply, now }: { id: string; reply: ReplyBody; now: Date },
): Promise<void> {
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

async function findLatestReply(trx: Trx, enquiryId: string): Promise<{ id: string; name: string } | undefined> {
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
