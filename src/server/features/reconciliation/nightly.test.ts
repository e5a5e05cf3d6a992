import { expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay, passTime, refundsOn, tasksOn, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { reconciliationJobs } from './reconciliation.ts'

const site = await openPaymentSite({ settles: true })

const nightly = async () => {
  const job = reconciliationJobs(site.deps, site.app.log).find(({ name }) => name === 'payments.compare')
  await job?.run({}, new AbortController().signal)
}

test('a disputed payment and a full refund made while the site was away for a week are found by the first comparison after it', async () => {
  const returned = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await nightly()
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session, { wait: false, card: '4000000000000259' })
  await site.cards.tell('external_refund', { payment_intent: returned.stripeid })
  await passTime(site, 7 * 24 * 60 * 60)
  await nightly()
  expect((await tasksOn(site, day)).map(({ kind }) => kind)).toEqual(['dispute_opened'])
  expect(await refundsOn(site, returned.travelDate)).toMatchObject([{ state: 'succeeded', cause: 'external' }])
})

test('books that could not be compared for more than a day are a task, which the next full comparison settles', async () => {
  const tasks = async () => site.deps.db.selectFrom('tasks').select(['cause', 'outcome']).where('kind', '=', 'books_unread').execute()
  await nightly()
  await site.cards.tell('faults', { route: 'GET /v1/disputes', kind: '429', count: 10_000 })
  await expect(nightly()).rejects.toThrow('disputes')
  expect(await tasks()).toEqual([])
  await passTime(site, 37 * 60 * 60)
  await expect(nightly()).rejects.toThrow('disputes')
  expect(await tasks()).toEqual([{ cause: expect.stringContaining('disputes: '), outcome: null }])
  await site.cards.tell('faults/clear')
  await nightly()
  expect(await tasks()).toEqual([{ cause: expect.any(String), outcome: 'Reconciliation is complete.' }])
})

test('the nightly job fails when something was not compared, so that the queue runs it again', async () => {
  await nightly()
  await site.cards.tell('faults', { route: 'GET /v1/events', kind: '429', count: 1 })
  await expect(nightly()).rejects.toThrow(/^Reconciliation was incomplete: undelivered events: /)
})
