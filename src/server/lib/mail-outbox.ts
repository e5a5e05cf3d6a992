import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from './db.ts'
import { NO_ADDRESS, realAddress } from './email-addresses.ts'
import type { CalendarMethod } from './calendar-file.ts'
import type { MailAddress } from './mailer.ts'
import type { Queue } from './queue.ts'

export const SEND_MAIL_JOB = 'mails.send'

/** By these names the HTML of an email shows the pictures that are attached when it is sent (mail-pictures.ts). */
export const LOGO_CID = 'logo'
export const PICTURE_CID = 'picture'

export interface QueuedMail {
  /** What the email is about, such as `booking-confirmed:<id>`: each key is emailed once. */
  key: string
  template: string
  recipient: string
  data: object
  /** The booking that it is about. */
  bookingId?: string
  /** From then on the link in it is of no use: it is not sent any more. */
  expiresAt?: Date
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Whom a reply goes to, when that is not the sender of all our emails. */
  replyTo?: MailAddress
  /** Attached, so that a calendar takes over what the email is about. */
  calendar?: { filename: string; method: CalendarMethod; file: string }
  /** Fields of the email's data that grant access, such as a link: they are erased once the email has been sent or given up. */
  secretFields?: readonly string[]
}

/** The domain of the addresses that stand in for those of deleted accounts: nothing is sent there. */
const NOWHERE = 'deleted.invalid'
/** The domain of generated people's addresses: nothing is sent there either. */
export const GENERATED_DOMAIN = 'generated.invalid'
/** And that of the customers who were invented for the demo. */
export const DEMO_DOMAIN = 'demo.invalid'
const UNREACHABLE = [NOWHERE, GENERATED_DOMAIN, DEMO_DOMAIN]

/** Returns an address that nobody has, to stand in for a real one that must be forgotten. */
export function addressOfNobody(): string {
  return `${randomUUID()}@${NOWHERE}`
}

/**
 * Puts an email into the outbox: it is sent if and only if the transaction commits, and once per key. To somebody without an address
 * nothing is sent; what it would have said about a booking is kept with it, and must hold no secret.
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
      data: JSON.stringify(mail.data),
      ...(!hasAddress && { failure: NO_ADDRESS, failed_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (hasAddress && inserted.numInsertedOrUpdatedRows === 1n) await queue.enqueue(trx, SEND_MAIL_JOB, { mailId: id })
}
