import { centsToDecimal } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'

/** Payments must be kept by law; only the parameters sent to the provider are erased, because they contain an email address. */
export const paymentPersonalData: PersonalData = {
  async export(db, userId) {
    const paid = await paymentsWithBooking(db)
      .select('payments.id')
      .where('user_id', '=', userId)
      .orderBy('paid_at')
      .orderBy('payments.id')
      .execute()
    return { payments: inPages(paid, async (ids) => listPayments(db, ids)) }
  },

  async findObstacle(trx, userId) {
    const open = await trx
      .selectFrom('payment_attempts')
      .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
      .select('reference')
      .where('user_id', '=', userId)
      .where('payment_attempts.status', 'in', ['creating', 'open'])
      .executeTakeFirst()
    return open && `A card page for ${open.reference} is still open. Please complete the payment, or try again once the page has expired.`
  },

  async forget(trx, userId) {
    // No attempt is open any more, so the parameters are never sent again; one in doubt is looked up without them.
    await trx
      .updateTable('payment_attempts')
      .set({ params: '{}', paid_token: null })
      .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where('user_id', '=', userId))
      .execute()
    return undefined
  },
}

function paymentsWithBooking(db: Database) {
  return db.selectFrom('payments').innerJoin('bookings', 'bookings.id', 'payments.booking_id')
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
    ...(row.voided_at && { voidedAt: row.voided_at }),
    receipt: row.receipt_url,
  }))
}
