import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { bookAndPay, createBuyer, nextDay, paymentsOn, refundsOn, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import type { Figures } from './differences.ts'
import { compareBooks } from './compare.ts'

const site = await openPaymentSite({ settles: true })

async function compare() {
  return compareBooks(site.deps, site.app.log, { days: 2, ageMs: 0, limitMs: 60_000 })
}

function kept({ paidCents, refundedCents }: Figures): number {
  return paidCents - refundedCents
}

/** By how many cents the card provider has received and kept more than our books say. */
async function excess(): Promise<number> {
  const { balances, failures } = await compare()
  expect(failures).toEqual([])
  return balances.reduce((cents, { ours, theirs }) => cents + kept(theirs) - kept(ours), 0)
}

/** Pays $1,240 in a session that we did not open; the id of the payment. */
async function payThere(metadata: Record<string, string>): Promise<string> {
  const price_data = { currency: 'usd', unit_amount: 124_000, product_data: { name: 'Lofoten' } }
  const { id } = await providerClient(site).checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data, quantity: 1 }],
    success_url: `${site.origin}/elsewhere`,
    client_reference_id: metadata['attempt_id'] ?? 'Other business',
    metadata,
    payment_intent_data: { metadata },
  })
  const { payment_intent } = (await site.cards.pay(id)) as { payment_intent: string }
  return payment_intent
}

async function tasksOf(kind: 'unknown_payment' | 'missing_payment' | 'books_differ') {
  return site.deps.db.selectFrom('tasks').selectAll().where('kind', '=', kind).orderBy('opened_at').execute()
}

async function closeAll(): Promise<void> {
  await site.deps.db
    .updateTable('tasks')
    .set({ closed_at: site.deps.now(), outcome: 'Looked into.' })
    .where('closed_at', 'is', null)
    .execute()
}

test('a payment of another amount than in our books is a task, settled once the two agree again', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const [payment] = await paymentsOn(site, booking.travelDate)
  const change = async (cents: number) =>
    site.deps.db
      .updateTable('payments')
      .set((eb) => ({ amount_cents: eb('amount_cents', '+', cents) }))
      .where('id', '=', payment?.id ?? '')
      .execute()
  await change(500)
  expect(await excess()).toBe(-500)
  expect(await tasksOf('missing_payment')).toMatchObject([
    {
      subject: booking.stripeid,
      booking_id: booking.id,
      payment_id: payment?.id,
      cause: expect.stringContaining('$1,090.00 there'),
      closed_at: null,
    },
  ])
  expect(await tasksOf('books_differ')).toMatchObject([{ cause: expect.stringContaining('payments 1 ($1,095.00)'), closed_at: null }])
  await change(-500)
  expect(await excess()).toBe(0)
  for (const kind of ['missing_payment', 'books_differ'] as const) {
    expect(await tasksOf(kind)).toMatchObject([{ closed_by: null, closed_at: expect.any(Date) }])
  }
})

test('a payment that the card service does not have is a task', async () => {
  const { db } = site.deps
  const booking = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const [payment] = await paymentsOn(site, booking.travelDate)
  if (!payment) throw new Error('no payment')
  const invented = { ...payment, id: randomUUID(), provider_payment_id: 'pi_of_nobody', role: 'duplicate' as const }
  await db.insertInto('payments').values(invented).execute()
  expect(await excess()).toBe(-109_000)
  const [task, ...others] = (await tasksOf('missing_payment')).filter(({ closed_at }) => !closed_at)
  expect(others).toEqual([])
  expect(task).toMatchObject({ subject: 'pi_of_nobody', payment_id: invented.id, booking_id: booking.id })
  await db.deleteFrom('payments').where('id', '=', invented.id).execute()
  expect(await excess()).toBe(0)
})

test('a refund that our books have and the card service has not makes the day differ', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 300 })
  await site.cards.tell('drain')
  const [refund] = await refundsOn(site, booking.travelDate)
  const change = async (cents: number) =>
    site.deps.db
      .updateTable('refunds')
      .set({ amount_cents: cents })
      .where('id', '=', refund?.id ?? '')
      .execute()
  const before = (await tasksOf('books_differ')).length
  await change(400)
  expect(await excess()).toBe(100)
  expect(await tasksOf('books_differ')).toHaveLength(before + 1)
  await change(300)
  await compare()
  expect((await tasksOf('books_differ')).filter(({ closed_at }) => !closed_at)).toEqual([])
})

test('a payment that names an attempt which we do not have is a task, and the day differs; closed, neither comes back', async () => {
  const attempt = randomUUID()
  const payment = await payThere({ attempt_id: attempt })
  expect(await excess()).toBe(124_000)
  expect(await tasksOf('unknown_payment')).toMatchObject([{ subject: payment, cause: expect.stringContaining(attempt), closed_at: null }])
  const open = (await tasksOf('books_differ')).filter(({ closed_at }) => !closed_at)
  expect(open).toHaveLength(1)
  await compare()
  expect(await tasksOf('unknown_payment')).toHaveLength(1)
  await closeAll()
  expect(await excess()).toBe(124_000)
  expect(await tasksOf('unknown_payment')).toHaveLength(1)
  expect((await tasksOf('books_differ')).filter(({ closed_at }) => !closed_at)).toEqual([])
  await payThere({ attempt_id: randomUUID() })
  expect(await excess()).toBe(248_000)
  expect((await tasksOf('books_differ')).filter(({ closed_at }) => !closed_at)).toHaveLength(1)
})

test('several comparisons at once that are the first to find a difference open one task for it', async () => {
  await payThere({ attempt_id: randomUUID() })
  await site.deps.db.deleteFrom('tasks').execute()
  await Promise.all(Array.from({ length: 5 }, compare))
  expect(await tasksOf('books_differ')).toHaveLength(1)
})

test('what another system has taken on the same account is left alone', async () => {
  const before = await excess()
  const payment = await payThere({})
  await site.cards.tell('external_refund', { payment_intent: payment, amount: 100 })
  const dispute = (await site.cards.tell('dispute', { payment_intent: payment, outcome: 'opened' })) as { id: string }
  expect(await excess()).toBe(before)
  // Its two events (created, funds withdrawn) are acted on by reading it once more.
  const events = site.deps.db.selectFrom('provider_events').select('processed_at').where('object_id', '=', dispute.id)
  await expect.poll(async () => (await events.execute()).map((event) => event.processed_at !== null)).toEqual([true, true])
  const readings = async () => (await site.cards.state()).hits['GET /v1/disputes/:id']
  const read = await readings()
  expect(await excess()).toBe(before)
  expect(await readings()).toBe(read)
  expect(await site.deps.db.selectFrom('tasks').selectAll().where('cause', 'like', `%${payment}%`).execute()).toEqual([])
})

test('money in a currency that we cannot be paid in is written down and compared like any other', async () => {
  const { db } = site.deps
  const session = await (await createBuyer(site)).openCheckout(TOUR, 2, nextDay())
  await site.cards.tell('alter', { currency: 'chf' })
  await site.cards.pay(session)
  const change = async (cents: number) =>
    db
      .updateTable('payments')
      .set((eb) => ({ amount_cents: eb('amount_cents', '+', cents) }))
      .where('role', '=', 'quarantined')
      .execute()
  await closeAll()
  await change(-1000)
  const { balances } = await compare()
  expect(balances.filter(({ currency }) => currency === 'chf')).toMatchObject([
    { ours: { payments: 1, paidCents: 217_000 }, theirs: { payments: 1, paidCents: 218_000 } },
  ])
  const task = (await tasksOf('books_differ')).find(({ closed_at }) => !closed_at)
  expect(task?.cause).toContain('payments 1 (CHF 2,170.00)')
  await change(1000)
  await compare()
  expect((await tasksOf('books_differ')).filter(({ closed_at }) => !closed_at)).toEqual([])
})

test('an open dispute that the provider does not know any more does not make every night fail', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  await site.deps.db
    .updateTable('disputes')
    .set({ provider_dispute_id: 'du_unknown' })
    .where('payment_id', 'in', (eb) => eb.selectFrom('payments').select('id').where('booking_id', '=', id))
    .execute()
  const asked = vi.spyOn(site.deps.cards, 'getDispute')
  expect((await compare()).failures).toEqual([])
  expect(asked).toHaveBeenCalledWith('du_unknown')
})
