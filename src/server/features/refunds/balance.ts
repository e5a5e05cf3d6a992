import type { Trx } from '#server/lib/db.ts'

/** Counts anew what of a payment has gone back or is on its way. Two requests that crossed may be more than was paid. */
export async function recountRefunds(trx: Trx, paymentId: string): Promise<void> {
  const { cents } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'not in', ['failed', 'canceled'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb.fn<number>('least', [eb.ref('amount_cents'), eb.val(cents)]) }))
    .where('id', '=', paymentId)
    .execute()
}
