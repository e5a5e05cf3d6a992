import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

export type Hold = Awaited<ReturnType<typeof listHolds>>[number]

/**
 * Lists the next unpaid bookings of tours, the oldest first, behind the last one of the page before. `isOverdue`: its seats are held for
 * a payment that is not what was agreed, and need not be: for so long that a person should have judged it, or because a person has closed
 * its task without confirming the booking.
 */
export async function listHolds(db: Database, now: Date, limit: number, after?: { id: string; made: string }) {
  return (
    db
      .selectFrom('bookings')
      // The moment as text: as a Date it would lose its microseconds.
      .select(['id', sql<string>`created_at::text`.as('made')])
      // An aggregate is looked up for each row; what exists, the planner may read whole.
      .select((eb) =>
        eb.fn
          .coalesce(
            eb
              .selectFrom('payments')
              // What came some days ago may have been recorded today: its task says until when.
              .select(({ fn, not, eb: payment }) => fn<boolean>('bool_or', [not(hasOpenTask(payment, now))]).as('is_overdue'))
              .whereRef('payments.booking_id', '=', 'bookings.id')
              .where('role', '=', 'quarantined'),
            eb.lit(false),
          )
          .as('isOverdue'),
      )
      .where('kind', '=', 'tour')
      .where('status', '=', 'pending')
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) > (${after?.made}::timestamptz, ${after?.id}::uuid)`))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

export type UndecidedPayment = NonNullable<Awaited<ReturnType<typeof findUndecidedPayment>>>

/** Finds the payment of a booking that a person still has to judge. */
export async function findUndecidedPayment(trx: Trx, bookingId: string) {
  return trx
    .selectFrom('payments')
    .select(['amount_cents', 'currency'])
    .where('booking_id', '=', bookingId)
    .where('role', '=', 'quarantined')
    .where((eb) => hasOpenTask(eb))
    .executeTakeFirst()
}

function hasOpenTask(eb: ExpressionBuilder<DB, 'payments'>, dueAfter?: Date) {
  return eb.exists(
    eb
      .selectFrom('tasks')
      .select('tasks.id')
      .whereRef('tasks.payment_id', '=', 'payments.id')
      .where('kind', '=', 'wrong_payment')
      .where('closed_at', 'is', null)
      .$if(dueAfter !== undefined, (tasks) => tasks.where('due_at', '>', dueAfter ?? null)),
  )
}
