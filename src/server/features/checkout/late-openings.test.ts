import { expect, test, vi } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { CardProviderError } from '#server/lib/card-provider.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, createBuyers, nextDay, passTime, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { repeat } from '../../../../tests/support/repeat.ts'

const CREATE = 'POST /v1/checkout/sessions'
const site = await openPaymentSite()

/** Holds seats while the provider is busy, so that their card page is still to be opened when it is too late for its frozen end. */
async function heldSixMinutesAgo(buyer: Awaited<ReturnType<typeof createBuyer>>, day: string): Promise<void> {
  await site.cards.tell('faults', { route: CREATE, kind: '429' })
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(502)
  await passTime(site, 6 * 60)
}

async function sessionsMade(): Promise<number> {
  return (await site.cards.state()).counts.session
}

async function statusesOn(day: string): Promise<string[]> {
  return (await bookingsOn(site, day)).map(({ status }) => status)
}

test('a page that could not be opened for five minutes is opened with an end that the provider accepts, and can be paid', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await heldSixMinutesAgo(buyer, day)
  const response = await buyer.checkout(TOUR, 2, day)
  expect(response.status).toBe(200)
  const [booking] = await buyer.bookings()
  const minutesHeld = (new Date(booking?.holdExpiresAt ?? '').getTime() - site.deps.now().getTime()) / 60_000
  expect(minutesHeld, 'the seats are held as long as the page can be paid').toBeCloseTo(35, 0)
  await site.cards.pay(sessionOf(response.json.url))
  expect(await statusesOn(day)).toEqual(['confirmed'])
})

test('so does the reconcile job, and Continue payment leads to that page', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await heldSixMinutesAgo(buyer, day)
  const before = await sessionsMade()
  await reconcile(site.deps, site.app.log, 0)
  const [booking] = await buyer.bookings()
  const { json } = await buyer.post(pathOf(continuePayment, { id: booking?.id ?? '' }))
  await site.cards.pay(sessionOf(json.url))
  expect(await statusesOn(day)).toEqual(['confirmed'])
  expect((await sessionsMade()) - before).toBe(1)
})

test('a page whose first response was lost is that page still, not a second one', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const before = await sessionsMade()
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 3 })
  await buyer.checkout(TOUR, 2, day)
  await passTime(site, 6 * 60)
  await site.cards.pay(sessionOf((await buyer.checkout(TOUR, 2, day)).json.url))
  expect((await sessionsMade()) - before).toBe(1)
})

test('customer and reconcile job that come too late at once open one page between them', async () => {
  const buyers = await createBuyers(site, 15)
  await repeat(15, async ({ number, jitter }) => {
    const buyer = buyers[number] ?? (await createBuyer(site))
    const day = nextDay()
    await heldSixMinutesAgo(buyer, day)
    const before = await sessionsMade()
    const [first, second] = await Promise.all([
      jitter(8).then(async () => buyer.checkout(TOUR, 2, day)),
      jitter(8).then(async () => buyer.checkout(TOUR, 2, day)),
      jitter(8).then(async () => reconcile(site.deps, site.app.log, 0)),
    ])
    expect((await sessionsMade()) - before).toBe(1)
    expect(second.json.url).toBe(first.json.url)
    await site.cards.pay(sessionOf(first.json.url))
  })
})

test('an end is put off once: a page that is too late again frees its seats', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await heldSixMinutesAgo(buyer, day)
  const { cards } = site.deps
  const refused = cards.openSession.bind(cards)
  const opening = vi.spyOn(cards, 'openSession').mockImplementationOnce(refused)
  opening.mockRejectedValueOnce(new CardProviderError('uncertain', 'No response.'))
  await reconcile(site.deps, site.app.log, 0)
  opening.mockRestore()
  expect(await statusesOn(day)).toEqual(['pending'])
  await passTime(site, 6 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statusesOn(day)).toEqual(['expired'])
  expect(await seatsTaken(site, day)).toBe(0)
})
