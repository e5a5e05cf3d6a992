import { template as ENQUIRY } from '#server/emails/enquiry-received.ts'
import type { Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit, type Actor } from '#server/features/audit/commands.ts'

/**
 * Marks an enquiry as answered, or as open again. Of two who do so at once the first is the one who has; asked twice it is done once.
 * Throws 404.
 */
export async function markEnquiry(trx: Trx, actor: Actor, id: string, answeredAt: Date | null): Promise<void> {
  const enquiry = isUuid(id)
    ? await trx
        .selectFrom('mails')
        .select('answered_at')
        .where('id', '=', id)
        .where('template', '=', ENQUIRY)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!enquiry) throw notFound('Enquiry')
  if ((enquiry.answered_at === null) === (answeredAt === null)) return
  const answered_by = answeredAt && actor.accountId
  await trx.updateTable('mails').set({ answered_at: answeredAt, answered_by }).where('id', '=', id).execute()
  const action = answeredAt ? 'enquiry.answered' : 'enquiry.reopened'
  await recordAudit(trx, { actor, action, subject: { kind: 'enquiry', id } })
}
