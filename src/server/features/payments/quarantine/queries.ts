import type { ExpressionBuilder } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

/** So long a payment that is not what was agreed holds the seats of its booking, for a person to decide. */
export const QUARANTINE_MS = 24 * 60 * 60_000

/**
 * Bookings whose seats are held for a payment that is not what was agreed, and need not be: for so long that a person should have
 * judged it, or because a person has closed its task without confirming the booking.
 */
export async function listOverdueQuarantines(db: Database, now: Date) {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'tour')
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.booking_id', '=', 'bookings.id')
          .where('role', '=', 'quarantined')
          .where(({ or, not, eb: payment }) =>
            or([payment('paid_at', '<=', new Date(now.getTime() - QUARANTINE_MS)), not(hasOpenTask(payment))]),
          ),
      ),
    )
    .execute()
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

function hasOpenTask(eb: ExpressionBuilder<DB, 'payments'>) {
  return eb.exists(
    eb
      .selectFrom('tasks')
      .select('tasks.id')
      .whereRef('tasks.payment_id', '=', 'payments.id')
      .where('kind', '=', 'wrong_payment')
      .where('closed_at', 'is', null),
  )
}
