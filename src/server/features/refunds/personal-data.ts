import { centsToDecimal } from '#shared/money.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import type { Database } from '#server/lib/db.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

/** Reasons why money awaiting a person's decision prevents the deletion: afterwards we would not know whom to pay. */
const UNDECIDED: Partial<Record<TaskKind, (reference: string) => string>> = {
  refund_failed: (reference) =>
    `Your refund for ${reference} didn’t reach you, and we’re finding another way to send it. Please delete your account once you’ve received it.`,
  refund_blocked: (reference) =>
    `Your refund for ${reference} is on hold because the payment is disputed with your bank. Please delete your account once that’s settled.`,
  wrong_payment: (reference) => `We’re still checking your payment for ${reference}. Please delete your account once we’ve emailed you.`,
}

/** Refunds must be kept by law. */
export const refundPersonalData: PersonalData = {
  async export(db, userId) {
    const returned = await refundsWithBooking(db)
      .select('refunds.id')
      .where('user_id', '=', userId)
      .orderBy('refunds.created_at')
      .orderBy('refunds.id')
      .execute()
    return { refunds: inPages(returned, async (ids) => listRefunds(db, ids)) }
  },

  async findObstacle(trx, userId) {
    const moving = await trx
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select('reference')
      .where('user_id', '=', userId)
      .where('refunds.state', 'in', ['requested', 'pending'])
      .executeTakeFirst()
    if (moving) return `Your refund for ${moving.reference} is still on its way. Please delete your account once it has arrived.`
    const disputed = await trx
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .select('reference')
      .where('user_id', '=', userId)
      .where(({ exists, or, selectFrom }) => {
        const live = selectFrom('disputes').whereRef('payment_id', '=', 'payments.id').where('standing', 'in', ['inquiry', 'open'])
        // Not read from the provider yet.
        const asked = selectFrom('dispute_requests').whereRef('payment_id', '=', 'payments.id').where('is_open', '=', true)
        return or([exists(live), exists(asked)])
      })
      .executeTakeFirst()
    if (disputed)
      return `Your payment for ${disputed.reference} is disputed with your bank. Please delete your account once that’s settled.`
    const undecided = await trx
      .selectFrom('tasks')
      .innerJoin('bookings', 'bookings.id', 'tasks.booking_id')
      .select(['tasks.kind', 'reference'])
      .where('bookings.user_id', '=', userId)
      .where('tasks.kind', 'in', ['refund_failed', 'refund_blocked', 'wrong_payment'])
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    return undecided && UNDECIDED[undecided.kind]?.(undecided.reference)
  },

  async forget(trx, userId) {
    // Explanations written for a customer who is now gone.
    await trx
      .updateTable('refunds')
      .set({ reason: null })
      .where('reason', 'is not', null)
      .where('payment_id', 'in', (eb) =>
        eb.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'booking_id').select('payments.id').where('user_id', '=', userId),
      )
      .execute()
    return undefined
  },
}

function refundsWithBooking(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
}

async function listRefunds(db: Database, ids: readonly string[]) {
  const rows = await refundsWithBooking(db)
    .selectAll('refunds')
    .select('reference')
    .where(isOneOf('refunds.id', ids))
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map((row) => ({
    booking: row.reference,
    amount: centsToDecimal(row.amount_cents),
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    askedAt: row.created_at,
  }))
}
