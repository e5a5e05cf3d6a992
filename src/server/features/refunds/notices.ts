import { sql } from 'kysely'
import { z } from 'zod/mini'
import { refundDisputedMail, refundFailedMail } from '#server/emails/refunds.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { SEND_REFUND_JOB } from './requests.ts'
import { trySending } from './sending.ts'
import { isQuestion } from './stuck.ts'

const refundJobSchema = z.object({ refundId: z.string() })

export function refundJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'payments.tell-customers', cron: '*/10 * * * *', run: async (_, stopping) => notifyCustomers(deps, stopping) },
    { name: SEND_REFUND_JOB, run: async (data) => trySending(deps, refundJobSchema.parse(data).refundId) },
  ]
}

/** How long staff have to fix a refund once they’ve been notified, before the customer is notified. */
const HEAD_START_MS = 30 * 60_000

/** Notifies customers of refunds that are stuck or that a dispute has made unnecessary: once per state, and after staff. */
export async function notifyCustomers(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, now } = deps
  const read = async (limit: number, after?: UntoldRefund) => listUntoldRefunds(db, new Date(now().getTime() - HEAD_START_MS), limit, after)
  for await (const page of pagesOf(read, { stopping })) {
    await workAlone(deps, 'to notify the customer of a refund', page, async (trx, refund) => notifyCustomer(deps, trx, refund))
  }
}

async function notifyCustomer({ queue }: Deps, trx: Trx, refund: UntoldRefund): Promise<void> {
  const { id, state } = refund
  const told = await trx
    .updateTable('refunds')
    .set({ told_state: state })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('told_state', 'is distinct from', state)
    .executeTakeFirst()
  if (told.numUpdatedRows === 0n) return
  const customer = await getCustomer(trx, refund.booking_id)
  const facts = {
    refundId: id,
    reference: refund.reference,
    title: refund.title,
    customerName: customer.name,
    amountCents: refund.amount_cents,
    currency: refund.currency,
  }
  const isDisputed = state === 'blocked' || state === 'lost'
  const mail = isDisputed
    ? refundDisputedMail(customer.email, refund.booking_id, { ...facts, state })
    : refundFailedMail(customer.email, refund.booking_id, facts)
  await queueMail(trx, queue, mail)
}

type UntoldRefund = Awaited<ReturnType<typeof listUntoldRefunds>>[number]

/**
 * Returns a page of refunds whose state the customer hasn’t been notified of, although staff have known all tasks of the
 * payment for a while, longest unchanged first, continuing after `after`. Leaves out refunds that were sent again, or
 * perhaps, and those whose task staff have closed: these need no email.
 */
export async function listUntoldRefunds(db: Database, announcedBefore: Date, limit: number, after?: { id: string; changed: string }) {
  return (
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .select(['refunds.id', 'refunds.state', 'refunds.amount_cents', 'refunds.currency', 'booking_id', 'reference', 'title'])
      // As text, because a Date would lose the microseconds.
      .select(sql<string>`refunds.updated_at::text`.as('changed'))
      .where('refunds.state', 'in', ['failed', 'canceled', 'blocked', 'lost'])
      .where(sql<boolean>`refunds.told_state is distinct from refunds.state`)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('refunds as later').select('later.id').whereRef('later.replaces', '=', 'refunds.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('tasks')
              .select('tasks.id')
              .whereRef('tasks.payment_id', '=', 'payments.id')
              .where('closed_at', 'is', null)
              .where((eb) =>
                eb.or([
                  eb('announced_at', 'is', null),
                  eb('announced_at', '>', announcedBefore),
                  eb('tasks.refund_id', '=', eb.ref('refunds.id')).and(isQuestion),
                ]),
              ),
          ),
        ),
      )
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('refunds.state', '=', 'lost'),
          exists(selectFrom('tasks').select('tasks.id').whereRef('tasks.refund_id', '=', 'refunds.id').where('closed_at', 'is', null)),
        ]),
      )
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(refunds.updated_at, refunds.id) > (${after?.changed}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('refunds.updated_at')
      .orderBy('refunds.id')
      .limit(limit)
      .execute()
  )
}
