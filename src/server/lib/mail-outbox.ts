import { randomUUID } from 'node:crypto'
import type { Database, Trx } from './db.ts'
import { errorCode } from './db.ts'
import type { MailAddress, SendMail } from './mailer.ts'
import type { Queue } from './queue.ts'

export const SEND_MAIL_JOB = 'mails.send'

const LATE_MS = 45 * 60_000
/** Older news would only confuse. */
const GIVEN_UP_MS = 7 * 24 * 60 * 60_000

export interface QueuedMail {
  /** What the email is about, such as `booking-confirmed:<id>`: each key is emailed once. */
  key: string
  template: string
  recipient: string
  data: object
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Whom a reply goes to, when that is not the sender of all our emails. */
  replyTo?: MailAddress
  /** Fields of the email's data that grant access, such as a link: they are erased once the email has been sent. */
  secretFields?: readonly string[]
}

/** The domain of the addresses that stand in for those of deleted accounts: nothing is sent there. */
const NOWHERE = 'deleted.invalid'

/** Returns an address that nobody has, to stand in for a real one that must be forgotten. */
export function addressOfNobody(): string {
  return `${randomUUID()}@${NOWHERE}`
}

/** Puts an email into the outbox: it is sent if and only if the transaction commits, and once per key. */
export async function queueMail(trx: Trx, queue: Queue, mail: QueuedMail): Promise<void> {
  if (mail.recipient.endsWith(`@${NOWHERE}`)) return
  const id = randomUUID()
  const inserted = await trx
    .insertInto('mails')
    .values({ id, ...mail, data: JSON.stringify(mail.data) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) await queue.enqueue(trx, SEND_MAIL_JOB, { mailId: id })
}

/**
 * Sends one queued email unless it has already been sent. The row stays locked while it is being sent, so that two
 * workers never send the same one. Throws when it could not be sent, so that the job is tried again.
 */
export async function sendQueuedMail(
  db: Database,
  send: SendMail,
  render: (template: string, data: unknown) => RenderedMail,
  mailId: string,
): Promise<void> {
  const failure = await db.transaction().execute(async (trx) => {
    const mail = await trx
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!mail) return undefined
    let secretFields: readonly string[] = []
    try {
      const { secretFields: secrets = [], ...rendered } = render(mail.template, mail.data)
      secretFields = secrets
      await send({ id: mail.id, to: mail.recipient, ...rendered })
    } catch (error) {
      const reason = errorCode(error) ?? 'unknown'
      await trx
        .updateTable('mails')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), failure: reason }))
        .where('id', '=', mailId)
        .execute()
      return { error }
    }
    await trx
      .updateTable('mails')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        failure: null,
        sent_at: new Date(),
        data: JSON.stringify(without(mail.data, secretFields)),
      }))
      .where('id', '=', mailId)
      .execute()
    return undefined
  })
  if (failure) throw new Error('The email could not be sent.', { cause: failure.error })
}

/** Empties the fields, so that nobody who reads the database later can follow a link. */
function without(data: unknown, fields: readonly string[]): object {
  return { ...(data as object), ...Object.fromEntries(fields.map((field) => [field, ''])) }
}

/** Returns the ids of emails still unsent although their job has used up its tries: SMTP may have been down for hours. */
export async function listLateMails(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - LATE_MS))
    .where('created_at', '>', new Date(now.getTime() - GIVEN_UP_MS))
    // An email that can never be sent comes last and keeps no other waiting.
    .orderBy('attempts')
    .orderBy('created_at')
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}
