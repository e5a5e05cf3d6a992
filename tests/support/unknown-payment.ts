import { randomUUID } from 'node:crypto'
import { openTask } from '../../src/server/features/tasks/tasks.ts'
import { providerClient } from './provider-client.ts'
import type { TestApp } from './test-app.ts'

/** Pays $50.00 for an attempt missing from our books, as after restoring a backup. Returns the task's id. */
export async function unknownPayment(site: TestApp): Promise<string> {
  const stripe = providerClient(site)
  const attemptId = randomUUID()
  const metadata = { attempt_id: attemptId }
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://site.test/paid',
    client_reference_id: attemptId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [{ price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'Kyoto' } }, quantity: 1 }],
  })
  await site.cards.pay(session.id)
  const { payment_intent: paymentId } = await stripe.checkout.sessions.retrieve(session.id)
  const subject = typeof paymentId === 'string' ? paymentId : ''
  const cause = 'The card provider has received a payment that our books could not take.'
  await site.deps.db.transaction().execute((trx) => openTask(trx, { kind: 'unknown_payment', subject, cause }, site.deps.now()))
  return (await site.deps.db.selectFrom('tasks').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id
}
