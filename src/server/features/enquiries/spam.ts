import { randomUUID } from 'node:crypto'
import { daysBefore } from '#shared/dates.ts'
import * as calls from '#shared/enquiries/staff-calls.ts'
import type { SpamEnquiry } from '#shared/enquiries/staff.ts'
import { NOTICE_DAYS } from '#shared/retention.ts'
import { enquiryReceivedMail } from '#server/emails/enquiries.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { queueMail, type QueuedMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition, Queue } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import type { EnquiryData } from './inbox.ts'

/** What the contact form’s hidden field has filtered out. */
export function spamFolder({ read, change }: Serving, { queue }: Pick<Deps, 'queue'>): void {
  read(calls.listSpam, async ({ db }) => listSpam(db))
  change(calls.releaseSpam, async ({ trx, actor, params }) => {
    await releaseSpam(trx, queue, actor, params.id)
    return { message: 'Moved to enquiries' }
  })
}

export function enquiryJobs({ db, now }: Deps): JobDefinition[] {
  return [{ name: 'enquiries.forget-spam', cron: '57 3 * * *', run: async () => forgetOldSpam(db, now()) }]
}

/** Only the newest are stored, so that a flood cannot fill the database. */
const MAX_STORED = 500
const MAX_SHOWN = 200

/** Safe to repeat. Takes the place of the oldest if there are too many. */
export async function keepSpam(trx: Trx, { key, data }: Pick<QueuedMail, 'key' | 'data'>, now: Date): Promise<void> {
  await trx
    .insertInto('spam_enquiries')
    .values({ id: randomUUID(), mail_key: key, data: JSON.stringify(data), created_at: now })
    .onConflict((conflict) => conflict.column('mail_key').doNothing())
    .execute()
  const old = trx.selectFrom('spam_enquiries').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(MAX_STORED)
  await trx.deleteFrom('spam_enquiries').where('id', 'in', old).execute()
}

/** Newest first. */
async function listSpam(db: Database): Promise<SpamEnquiry[]> {
  const rows = await db
    .selectFrom('spam_enquiries')
    .select(['id', 'data', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ id, data, created_at }) => ({ id, ...(data as unknown as EnquiryData), writtenAt: created_at.toISOString() }))
}

/** Makes it an enquiry like any other, which the agency is emailed. Throws 404, also once a colleague has done so. */
async function releaseSpam(trx: Trx, queue: Queue, actor: Actor, id: string): Promise<void> {
  const spam = isUuid(id)
    ? await trx.deleteFrom('spam_enquiries').where('id', '=', id).returning(['mail_key', 'data']).executeTakeFirst()
    : undefined
  if (!spam) throw notFound('Enquiry')
  const mail = enquiryReceivedMail('', spam.data as unknown as Parameters<typeof enquiryReceivedMail>[1])
  await queueMail(trx, queue, { ...mail, key: spam.mail_key })
  const subject = { kind: 'enquiry', id: (await findMailId(trx, spam.mail_key)) ?? null } as const
  await recordAudit(trx, { actor, action: 'enquiry.not_spam', subject })
}

export async function forgetOldSpam(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('spam_enquiries').where('created_at', '<', daysBefore(now, NOTICE_DAYS)).execute()
}

export async function findMailId(db: Database, mailKey: string): Promise<string | undefined> {
  return (await db.selectFrom('mails').select('id').where('key', '=', mailKey).executeTakeFirst())?.id
}
