import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from './db.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { realAddress } from './email-addresses.ts'
import type { CalendarMethod } from './calendar-file.ts'
import type { MailAddress } from './mailer.ts'
import type { Queue } from './queue.ts'
import { currentRequestId } from './request-ids.ts'

export const SEND_MAIL_JOB = 'mails.send'

/** Content ids of the pictures attached when an email is sent (mail-pictures.ts). */
export const LOGO_CID = 'logo'
export const PICTURE_CID = 'picture'

export interface QueuedMail {
  /** Identifies the event, such as `booking-confirmed:<id>`. Each key is emailed once. */
  key: string
  template: string
  recipient: string
  data: object
  bookingId?: string
  /** When the link in the email stops working; after that it is no longer sent. */
  expiresAt?: Date
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Whether a person has written it, to this recipient alone. */
  isPersonal?: true
  /** Where replies go, if not to our usual sender address. */
  replyTo?: MailAddress
  calendar?: { filename: string; method: CalendarMethod; file: string }
  /** Fields of the data that grant access, such as a link. Erased once the email has been sent or given up. */
  secretFields?: readonly string[]
}

/** Domain of the addresses that replace those of deleted accounts. Nothing is sent to any of these domains. */
const NOWHERE = 'deleted.invalid'
export const GENERATED_DOMAIN = 'generated.invalid'
export const DEMO_DOMAIN = 'demo.invalid'
const UNREACHABLE = [NOWHERE, GENERATED_DOMAIN, DEMO_DOMAIN]

export function addressOfNobody(): string {
  return `${randomUUID()}@${NOWHERE}`
}

/**
 * Queues an email that is sent if and only if the transaction commits, once per key. To a person without an address
 * nothing is sent, but an email about a booking is stored with it and must contain no secret.
 */
export async function queueMail(trx: Trx, queue: Queue, { bookingId, expiresAt, ...mail }: QueuedMail): Promise<void> {
  if (UNREACHABLE.some((domain) => mail.recipient.endsWith(`@${domain}`))) return
  const hasAddress = realAddress(mail.recipient) !== null
  if (!hasAddress && bookingId === undefined) return
  const id = randomUUID()
  const inserted = await trx
    .insertInto('mails')
    .values({
      ...mail,
      id,
      booking_id: bookingId ?? null,
      expires_at: expiresAt ?? null,
      request_id: currentRequestId() ?? null,
      data: JSON.stringify(mail.data),
      ...(!hasAddress && { failure: NO_ADDRESS, failed_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (hasAddress && inserted.numInsertedOrUpdatedRows === 1n) await queue.enqueue(trx, SEND_MAIL_JOB, { mailId: id })
}
