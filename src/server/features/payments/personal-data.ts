import { centsToDecimal } from '#shared/money.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'

/** A person's payments and refunds. The law asks to keep them; only what was sent to the provider goes, since an e-mail address is in it. */
export const paymentPersonalData: PersonalData = {
  async export(db, userId) {
    const paid = await db
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .selectAll('payments')
      .select('reference')
      .where('user_id', '=', userId)
      .orderBy('paid_at')
      .execute()
    const returned = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .selectAll('refunds')
      .select('reference')
      .where('user_id', '=', userId)
      .orderBy('refunds.created_at')
      .execute()
    return {
      payments: paid.map((row) => ({
        id: row.provider_payment_id,
        booking: row.reference,
        amount: centsToDecimal(row.amount_cents),
        currency: row.currency,
        method: row.method,
        paidAt: row.paid_at,
        receipt: row.receipt_url,
      })),
      refunds: returned.map((row) => ({
        booking: row.reference,
        amount: centsToDecimal(row.amount_cents),
        currency: row.currency,
        state: row.state,
        askedAt: row.created_at,
      })),
    }
  },

  async findObstacle(trx, userId) {
    const open = await trx
      .selectFrom('payment_attempts')
      .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
      .select('reference')
      .where('user_id', '=', userId)
      .where('payment_attempts.status', 'in', ['creating', 'open'])
      .executeTakeFirst()
    if (open) return `A card page for ${open.reference} is still open. Please pay there, or try again once it has ended.`
    const moving = await trx
      .selectFrom('payments')
      .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
      .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select('reference')
      .where('user_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('refunds.state', 'in', ['requested', 'pending', 'blocked']),
          eb.and([eb('payments.role', '=', 'quarantined'), eb('refund_requested_cents', '<', eb.ref('payments.amount_cents'))]),
        ]),
      )
      .executeTakeFirst()
    return moving && `Money for ${moving.reference} is still on its way back to you. Please delete your account once it has arrived.`
  },

  async forget(trx, userId) {
    // None of them is open any more, so that what was sent to the provider is never sent again.
    await trx
      .updateTable('payment_attempts')
      .set({ params: '{}' })
      .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
      .execute()
    return undefined
  },
}
