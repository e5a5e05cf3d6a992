import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { dayIn } from '#shared/dates.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  nextDay,
  passTime,
  paymentsOn,
  refundsOn,
  tasksOn,
  TOUR,
} from '../../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { reconcile } from '../reconcile/flows.ts'
import { compareBooks } from './flows.ts'

const site = await openPaymentSite({ settles: true })

/** Compares up to the present second, which the provider's whole seconds would leave out. */
async function compare(settings: { days?: number; limitMs?: number } = {}) {
  return compareBooks(site.deps, site.app.log, { days: 2, ageMs: -1000, limitMs: 60_000, ...settings })
}

/** Pays a session of whose payment no event comes. */
async function payUnheard(session: string, options: { card?: string; force?: boolean } = {}): Promise<string> {
  await site.cards.tell('webhooks', { drop: true })
  const { payment_intent } = (await site.cards.pay(session, { ...options, wait: false })) as { payment_intent: string }
  await site.cards.tell('webhooks')
  return payment_intent
}

async function tasksOf(...subjects: string[]) {
  return site.deps.db.selectFrom('tasks').selectAll().where('subject', 'in', subjects).orderBy('opened_at').execute()
}

function balanceOf({ balances }: Awaited<ReturnType<typeof compare>>, currency: string) {
  return balances.findLast((balance) => balance.currency === currency)
}

test('a payment whose event and hold were lost while the card service was away is found by the comparison (row 7)', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await payUnheard(session)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  await passTime(site, 51 * 60)
  await reconcile(site.deps, site.app.log, 0)
  await site.cards.tell('faults/clear')
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect(await compare()).toMatchObject({ failures: [] })
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
})
