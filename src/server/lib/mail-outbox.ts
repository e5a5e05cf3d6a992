import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'
import { dayIn, daysBefore } from '#shared/dates.ts'
import type { CalendarMethod } from './calendar-file.ts'
import type { Database, Trx } from './db.ts'
import type { Deps } from './deps.ts'
import { realAddress } from './email-addresses.ts'
import type { MailAddress } from './mailer.ts'
import type { Queue } from './queue.ts'
import { currentRequestId } from './request-ids.ts'
import { hashToken } from './secrets.ts'
import { inPieces } from './sweeps.ts'

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

/** Who requested an emailed link: anyone, a known device of the owner, or a network that requests its first of the day. */
export type LinkShare = 'link' | 'own_link' | 'network_link'

/** Networks that each get a link of their own in a day, as a multiple of MAILS_PER_ADDRESS. */
const NETWORKS = 5

/**
 * Queues an email that anyone can trigger, at most MAILS_PER_ADDRESS a day per address; beyond that it is dropped and logged once. Links
 * and notices are counted separately, so that a flood of notices cannot block a password reset, and links again by `share`. Emails about
 * payments, bookings, refunds and cancelled departures are never capped.
 */
export async function queueCappedMail(
  { config, log, now, queue }: Deps,
  trx: Trx,
  mail: QueuedMail,
  share: LinkShare = 'link',
): Promise<void> {
  const kind = mail.expiresAt ? share : 'notice'
  const { asked } = await trx
    .insertInto('mail_counts')
    .values({ address_hash: hashToken(mail.recipient.toLowerCase()), kind, day: dayIn('UTC', now()), asked: 1 })
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'kind', 'day']).doUpdateSet((eb) => ({ asked: eb('mail_counts.asked', '+', 1) })),
    )
    .returning('asked')
    .executeTakeFirstOrThrow()
  const cap = config.MAILS_PER_ADDRESS * (kind === 'network_link' ? NETWORKS : 1)
  if (asked <= cap) return queueMail(trx, queue, mail)
  if (asked === cap + 1) log.warn({ template: mail.template, cap }, 'daily email limit reached for an address')
}

export async function forgetMailCounts(db: Database, now: Date): Promise<void> {
  const yesterday = dayIn('UTC', daysBefore(now, 1))
  await inPieces(async (most) => {
    const old = db.selectFrom('mail_counts').select(['address_hash', 'kind', 'day']).where('day', '<', yesterday).orderBy('day').limit(most)
    const { numDeletedRows } = await db
      .deleteFrom('mail_counts')
      .where(({ eb, refTuple }) => eb(refTuple('address_hash', 'kind', 'day'), 'in', old.$asTuple('address_hash', 'kind', 'day')))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
