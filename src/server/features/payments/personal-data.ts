import { centsToDecimal } from '#shared/money.ts'
import type { TaskKind } from '#shared/tasks.ts'
import type { Database } from '#server/lib/db.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

/** Why money that waits for a person's decision stops the deletion: afterwards we would not know whom to pay. */
const UNDECIDED: Partial<Record<TaskKind, (reference: string) => string>> = {
  refund_failed: (reference) =>
    `Your refund for ${reference} did not reach you, and we are looking for another way. Please delete your account once you have your money.`,
  refund_blocked: (reference) =>
    `Your refund for ${reference} has to wait, since the payment is disputed at your bank. Please delete your account once that is settled.`,
  wrong_payment: (reference) =>
    `We are still checking your payment for ${reference}. Please delete your account once we have written to you.`,
}

/** A person's payments and refunds. The law asks to keep them; only what was sent to the provider goes, since an email address is in it. */
export const paymentPersonalData: PersonalData = {
  async export(db, userId) {
    const paid = await paymentsWithBooking(db)
      .select('payments.id')
      .where('user_id', '=', userId)
      .orderBy('paid_at')
      .orderBy('payments.id')
      .execute()
    const returned = await refundsWithBooking(db)
      .select('refunds.id')
      .where('user_id', '=', userId)
      .orderBy('refunds.created_at')
      .orderBy('refunds.id')
      .execute()
    return {
      payments: inPages(paid, async (ids) => listPayments(db, ids)),
      refunds: inPages(returned, async (ids) => listRefunds(db, ids)),
    }
  },

  async findObstacle(trx, userId) {
    const open = await trx
      .selectFrom('payment_attempts')
      .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
      .select(['reference', 'unpaid_since'])
      .where('user_id', '=', userId)
      .where('payment_attempts.status', 'in', ['creating', 'open'])
      .executeTakeFirst()
    if (open?.unpaid_since) return `Your payment for ${open.reference} is on its way from your bank. Please try again once it has arrived.`
    if (open) return `A card page for ${open.reference} is still open. Please pay there, or try again once it has ended.`
    const moving = await trx
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select('reference')
      .where('user_id', '=', userId)
      .where('refunds.state', 'in', ['requested', 'pending'])
      .executeTakeFirst()
    if (moving) return `Money for ${moving.reference} is still on its way back to you. Please delete your account once it has arrived.`
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
    // None of them is open any more: what was sent to the provider is not sent again, and one in doubt is looked up without it.
    await trx
      .updateTable('payment_attempts')
      .set({ params: '{}', paid_token: null })
      .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
      .execute()
    // Words to somebody who is no longer with us.
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

function paymentsWithBooking(db: Database) {
  return db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
}

function refundsWithBooking(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
}

async function listPayments(db: Database, ids: readonly string[]) {
  const rows = await paymentsWithBooking(db)
    .selectAll('payments')
    .select('reference')
    .where(isOneOf('payments.id', ids))
    .orderBy('paid_at')
    .orderBy('payments.id')
    .execute()
  return rows.map((row) => ({
    id: row.provider_payment_id,
    booking: row.reference,
    amount: centsToDecimal(row.amount_cents),
    currency: row.currency,
    method: row.method,
    reference: row.outside_reference,
    paidAt: row.paid_at,
    receipt: row.receipt_url,
  }))
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
