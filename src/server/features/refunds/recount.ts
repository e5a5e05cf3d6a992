import type { Trx } from '#server/lib/db.ts'
import { setReturned } from '#server/features/payments/commands.ts'

export async function recountRefunds(trx: Trx, paymentId: string): Promise<void> {
  const { cents } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'not in', ['failed', 'canceled'])
    .executeTakeFirstOrThrow()
  await setReturned(trx, paymentId, cents)
}
