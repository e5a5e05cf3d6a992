import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'

export {
  disputeOf,
  isDisputeNoted,
  leftOf,
  listDisputes,
  listLiveDisputes,
  listDisputeRequests,
  type DisputeRequest,
  readGuard,
  refuseDisputed,
} from './disputed.ts'

export type StuckRefund = Awaited<ReturnType<typeof listStuckRefunds>>[number]

/** Leaves out refunds that have been sent again. */
export async function listStuckRefunds(trx: Trx, paymentId: string) {
  return trx
    .selectFrom('refunds')
    .leftJoin('refunds as later', 'later.replaces', 'refunds.id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.state', 'refunds.cause', 'refunds.amount_cents', 'refunds.currency'])
    .where('refunds.payment_id', '=', paymentId)
    .where('refunds.state', 'in', ['failed', 'canceled', 'blocked'])
    .where('later.id', 'is', null)
    .orderBy('refunds.created_at')
    .execute()
}

/**
 * Finds the refund made at the provider of which an open task asks whether it was made in the place of this one. Returns
 * its id there.
 */
export async function findQuestion(trx: Trx, refundId: string): Promise<string | undefined> {
  const question = await trx
    .selectFrom('tasks')
    .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .select('subject')
    .where('refund_id', '=', refundId)
    .where('closed_at', 'is', null)
    .where(isQuestion)
    .executeTakeFirst()
  return question?.subject
}

/** Of a task and its refund: a task about a refund made outside is linked with another only to ask whether they are one. */
export const isQuestion = sql<boolean>`(tasks.kind = 'external_refund' and tasks.subject is distinct from refunds.provider_refund_id)`

export type UntoldRefund = Awaited<ReturnType<typeof listUntoldRefunds>>[number]

/**
 * Returns a page of refunds whose state the customer has not been told although the agency has known all tasks of the
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

export async function findRefundLinks(trx: Trx, id: string): Promise<{ bookingId: string; paymentId: string; refundId: string }> {
  return trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['booking_id as bookingId', 'payments.id as paymentId', 'refunds.id as refundId'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Keyed by the provider's ids. */
export async function findBookedRefunds(db: Database, providerRefundIds: string[]) {
  const rows = await db
    .selectFrom('refunds')
    .select(['provider_refund_id', 'state', 'amount_cents', 'made_at'])
    .where('provider_refund_id', 'in', providerRefundIds)
    .execute()
  return new Map(rows.map((row) => [row.provider_refund_id, row]))
}
