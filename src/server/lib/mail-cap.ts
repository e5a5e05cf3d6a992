import { dayIn, daysBefore } from '#shared/dates.ts'
import type { Database, Trx } from './db.ts'
import type { Deps } from './deps.ts'
import { queueMail, type QueuedMail } from './mail-outbox.ts'
import { inPieces } from './sweeps.ts'
import { hashToken } from './tokens.ts'

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
