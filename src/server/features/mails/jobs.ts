import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { dayIn, daysBefore } from '#shared/dates.ts'
import { BOOKING_MAIL_DAYS, NOTICE_DAYS } from '#shared/retention.ts'
import { accountDeleted } from '#server/emails/accounts.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { forgetMailCounts, SEND_MAIL_JOB } from '#server/lib/mail-outbox.ts'
import { sweepMailFiles } from '#server/lib/mailer.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { sendDueMails, sendQueuedMail, type Mailing } from './flows.ts'

const mailJobSchema = z.object({ mailId: z.string() })

export function mailJobs(deps: Deps, parts: Pick<Mailing, 'send' | 'render' | 'pictures'>, log: FastifyBaseLogger): JobDefinition[] {
  const mailing: Mailing = { db: deps.db, now: deps.now, origins: deps.origins, ...parts }

  async function sendOne(data: unknown): Promise<void> {
    const { mailId } = mailJobSchema.parse(data)
    // A crashed process may have left its lease, so fail the job: it is retried after the lease has ended.
    if ((await sendQueuedMail(mailing, mailId)) === 'in hand') throw new Error('Another process is sending this email.')
  }

  return [
    { name: SEND_MAIL_JOB, run: sendOne },
    { name: 'mails.forget-old', cron: '29 3 * * *', run: async () => tidyMails(deps) },
    { name: 'mails.send-late', cron: '* * * * *', run: async (_, stopping) => sendDueMails(mailing, log, stopping) },
  ]
}

/**
 * Deletes emails that are no longer needed, the final ones of deleted accounts, the files of emails deleted anywhere,
 * and the counters of past days.
 */
export async function tidyMails({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  await forgetOldMails(db, now())
  await forgetLastMails(db, daysBefore(now(), 1))
  await forgetMailCounts(db, now())
  await sweepMailFiles(config.DATA_DIR, db, daysBefore(now(), 1))
}

/**
 * Deletes emails that are no longer needed. Those about a booking are kept for some time after its day, since its
 * customer or a bank may ask what we wrote; links, notices and enquiries (which the agency also has in its mailbox) go
 * sooner.
 */
export async function forgetOldMails(db: Database, now: Date): Promise<void> {
  let last: MailKey | undefined = { made: '-infinity', id: FIRST_ID }
  while (last) last = await forgetPage(db, now, last)
}

/** Emails examined per statement; one statement for all might time out. */
const PAGE = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface MailKey {
  /** As text, because a Date would lose the microseconds. */
  made: string
  id: string
}

/** Deletes what is no longer needed from the next page of old emails. Returns the page's last key, or undefined if there was none. */
async function forgetPage(db: Database, now: Date, { made, id }: MailKey): Promise<MailKey | undefined> {
  const [noticesUntil, bookingsUntil] = [daysBefore(now, NOTICE_DAYS), daysBefore(now, BOOKING_MAIL_DAYS)]
  const { rows } = await sql<MailKey>`
    with page as materialized (
      select id, created_at from mails where created_at < ${noticesUntil} and (created_at, id) > (${made}::timestamptz, ${id}::uuid)
      order by created_at, id limit ${sql.lit(PAGE)}),
    forgotten as (
      delete from mails using page where mails.id = page.id and (sent_at is not null or failed_at is not null) and (booking_id is null
        or mails.created_at < ${bookingsUntil}
        and (select starts_on from bookings where bookings.id = booking_id) < ${dayIn('UTC', bookingsUntil)}))
    select created_at::text as made, id from page order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Deletes the final emails of deleted accounts once they have been sent or given up, because they contain an address we
 * promised to forget.
 */
export async function forgetLastMails(db: Database, before: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db
      .selectFrom('mails')
      .select('id')
      .where('template', '=', accountDeleted.template)
      .where((eb) => eb.or([eb('sent_at', '<', before), eb('failed_at', '<', before)]))
      .orderBy('created_at')
      .limit(most)
    const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
