import { afterEach, expect, test } from 'vitest'
import { bookingsOn, createBuyer, loseHolds, nextDay, passTime, refundsOn, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'

const COMPLETED = 'checkout.session.completed'
const site = await openPaymentSite()
afterEach(async () => offer(true))

async function offer(isActive: boolean): Promise<void> {
  // The database's clock stamps it, and the site's may have been moved ahead.
  await site.deps.db.updateTable('tours').set({ is_active: isActive }).where('id', '=', TOUR).execute()
  if (!isActive) await site.deps.db.updateTable('tours').set({ withdrawn_at: site.deps.now() }).where('id', '=', TOUR).execute()
}

async function statusOn(day: string): Promise<string | undefined> {
  return (await bookingsOn(site, day))[0]?.status
}

test('the open pages of a tour that is switched off are closed by the next run, and can no longer be paid', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await offer(false)
  await reconcile(site.deps, site.app.log)
  expect(await statusOn(day)).toBe('expired')
  expect(await seatsTaken(site, day)).toBe(0)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
})

test('what was paid before that counts, though we hear of it when the page is to be closed', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await offer(false)
  await reconcile(site.deps, site.app.log)
  expect(await statusOn(day)).toBe('confirmed')
})

test('what was paid before that counts even when we hear of it after the seats were given up', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await offer(false)
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect(await statusOn(day)).toBe('confirmed')
})

test('what is paid later goes back', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await offer(false)
  await reconcile(site.deps, site.app.log)
  await passTime(site, 2)
  await site.cards.pay(session, { force: true })
  await reconcile(site.deps, site.app.log, 0)
  expect(await statusOn(day)).toBe('expired')
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['late', 'succeeded']])
})

test('a tour that is offered again sells and honours as before', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await offer(false)
  await reconcile(site.deps, site.app.log)
  await offer(true)
  await site.cards.pay(session, { force: true })
  expect(await statusOn(day)).toBe('confirmed')
})
