import type { FastifyBaseLogger } from 'fastify'
import { errorCode, type Database } from '#server/lib/db.ts'
import { isAddressRefused, isMailServerAway, type SendMail } from '#server/lib/mailer.ts'
import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import type { Origins } from '#server/lib/origins.ts'
import { RUN_MS } from '#server/lib/queue.ts'
import { asPartOf, currentRequestId } from '#server/lib/request-ids.ts'
import type { MailPictures } from '#server/lib/mail-pictures.ts'
import { atThisSite } from '#server/emails/templates.ts'
import { attachmentsOf, withPicture } from './attachments.ts'
import { claimMail, giveUpMail, noteFailure, noteSent, renewLease, type ClaimedMail } from './commands.ts'
import { listDueMails, listOldMails } from './queries.ts'

/** A third of the lease (commands.ts). */
const RENEWAL_MS = 3000
const BATCH = 100
const AT_ONCE = 5

export interface Mailing {
  db: Database
  now(): Date
  /** Of the sending site, where the links in an email lead. */
  origins: Origins
  pictures: MailPictures
  send: SendMail
  render(template: string, data: unknown): RenderedMail
}

/**
 * Sends one queued email unless that has been done. Only a lease is held meanwhile: if a process dies between sending
 * and recording, the email is sent once more, as the same message. Returns 'in hand' while another process is sending
 * it. Throws on failure, so that it is retried.
 */
export async function sendQueuedMail(mailing: Mailing, mailId: string): Promise<'done' | 'in hand'> {
  const claimed = await claimMail(mailing.db, mailId)
  if (claimed === 'in hand') return claimed
  if (!claimed) return 'done'
  return asPartOf(claimed.request_id ?? currentRequestId(), async () => sendClaimedMail(mailing, claimed))
}

async function sendClaimedMail(mailing: Mailing, claimed: ClaimedMail): Promise<'done'> {
  const { db, now, origins } = mailing
  const mail = { ...claimed, data: atThisSite(claimed.data as object, origins) }
  if (mail.expires_at && mail.expires_at <= now()) return giveUp(mailing, mail, 'its link is no longer valid')
  let secretFields: readonly string[]
  try {
    secretFields = await whileLeased(db, mail.id, async () => composeAndSend(mailing, mail))
  } catch (error) {
    if (isAddressRefused(error)) return giveUp(mailing, mail, 'the address was rejected')
    const code = errorCode(error) ?? 'unknown'
    // A wrong password sent every minute would look like guessing.
    await noteFailure(db, mail, { code, isServerAway: isMailServerAway(error) && code !== 'EAUTH' }, now())
    throw new Error('We couldn’t send the email.', { cause: error })
  }
  await db.transaction().execute(async (trx) => noteSent(trx, mail, secretFields, now()))
  return 'done'
}

/** Returns the names of the data's secret fields. */
async function composeAndSend({ pictures, render, send }: Mailing, mail: ClaimedMail): Promise<readonly string[]> {
  const { data, picture } = await withPicture(pictures, mail.data as object)
  const { secretFields = [], calendar, ...rendered } = render(mail.template, data)
  const attachments = await attachmentsOf(pictures, { ...rendered, ...(calendar && { calendar }) }, picture)
  const { id, recipient: to, request_id: requestId } = mail
  await send({ id, to, ...(requestId !== null && { requestId }), ...rendered, ...(attachments.length > 0 && { attachments }) })
  return secretFields
}

/** A failed renewal is made up for by the next one. */
async function whileLeased<T>(db: Database, mailId: string, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => void renewLease(db, mailId).catch(() => undefined), RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}

async function giveUp({ db, now, render }: Mailing, mail: ClaimedMail, failure: string): Promise<'done'> {
  const secretFields = secretsOf(render, mail)
  await db.transaction().execute(async (trx) => giveUpMail(trx, mail, { failure, secretFields }, now()))
  return 'done'
}

function secretsOf(render: Mailing['render'], { template, data }: ClaimedMail): readonly string[] {
  try {
    return render(template, data).secretFields ?? []
  } catch {
    // Without rendering the secret fields are unknown, so erase all fields.
    return Object.keys(data as object)
  }
}

/**
 * Sends emails whose own job has failed, several at a time, and gives up on those a week old. Stops after RUN_MS, when
 * the process is stopping, and when the mail server is down, since the rest would fail too. An email that keeps failing
 * queues behind those that have waited as long. Emails younger than `freshMs` are left to their own jobs.
 */
export async function sendDueMails(mailing: Mailing, log: FastifyBaseLogger, stopping: AbortSignal, freshMs?: number): Promise<void> {
  const { db, now } = mailing
  for (const mailId of await listOldMails(db, now(), BATCH)) {
    const mail = await claimMail(db, mailId)
    if (typeof mail === 'object') await giveUp(mailing, mail, 'it could not be sent for a week')
  }
  const end = Date.now() + RUN_MS
  for (;;) {
    const due = await listDueMails(db, now(), AT_ONCE, freshMs)
    if (due.length === 0 || Date.now() > end || stopping.aborted) return
    const results = await Promise.allSettled(due.map(async (mailId) => sendQueuedMail(mailing, mailId)))
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ err: (result.reason as Error).cause, mail: due[index] }] : [],
    )
    for (const failure of failures) log.warn(failure, 'an email could not be sent; it will be retried')
    if (failures.some(({ err }) => isMailServerAway(err))) return
  }
}
