import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { createSandboxCards } from '#server/features/payments/provider/stripe.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, nextDay, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { WEBHOOK_SECRET } from '../../../../tests/support/test-app.ts'

const CREATE = 'POST /v1/checkout/sessions'
const site = await openPaymentSite()

async function attempts() {
  return site.deps.db.selectFrom('payment_attempts').selectAll().orderBy('created_at').execute()
}

async function openSessions(): Promise<number> {
  const { sessions } = await site.cards.state()
  return sessions.filter((session: { status: string }) => session.status === 'open').length
}

test('a slow answer of the card service is asked for again under the same key, and one session comes of it', async () => {
  const buyer = await createBuyer(site)
  const patient = site.deps.cards
  const port = Number(new URL(site.cards.url).port)
  site.deps.cards = createSandboxCards(() => port, WEBHOOK_SECRET, { timeout: 400 })
  const before = (await site.cards.state()).counts.session
  await site.cards.tell('faults', { route: CREATE, kind: 'timeout_after' })
  const answer = await buyer.checkout(TOUR, 1, nextDay())
  site.deps.cards = patient
  expect(answer.status).toBe(200)
  expect((await site.cards.state()).counts.session).toBe(before + 1)
  await site.cards.pay(sessionOf(answer.json.url))
  expect((await buyer.bookings())[0]?.status).toBe('confirmed')
})

test('a connection that is cut after the session was made leads to that session, not to a second one', async () => {
  const buyer = await createBuyer(site)
  const before = (await site.cards.state()).counts.session
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 2 })
  expect((await buyer.checkout(TOUR, 1, nextDay())).status).toBe(200)
  expect((await site.cards.state()).counts.session).toBe(before + 1)
})

test('a card service that is down gives a readable error and frees the seats', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: CREATE, kind: '500', count: 3 })
  const answer = await buyer.checkout(TOUR, 2, day)
  expect(answer.json).toMatchObject({ statusCode: 502, code: 'payment_unavailable' })
  expect(answer.json.message).toContain(
    'We can’t reach the card service right now. You haven’t been charged. Please try again in a moment.',
  )
  expect(await seatsTaken(site, day)).toBe(0)
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(200)
})

test('a card service that cuts every connection keeps the attempt, and the next click continues it', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 3 })
  expect((await buyer.checkout(TOUR, 2, day)).json.code).toBe('payment_unavailable')
  expect(await seatsTaken(site, day)).toBe(2)
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(200)
  const sessions = (await site.cards.state()).sessions as { client_reference_id: string }[]
  const [booking] = await bookingsOn(site, day)
  const mine = (await attempts()).filter((attempt) => attempt.booking_id === booking?.id)
  expect(mine).toHaveLength(1)
  expect(sessions.filter((session) => session.client_reference_id === mine[0]?.id)).toHaveLength(1)
})

test('another group size is a new attempt under a new key, and the first page can no longer be paid', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const first = await buyer.openCheckout(TOUR, 2, day)
  const second = await buyer.openCheckout(TOUR, 5, day)
  expect(second).not.toBe(first)
  expect(await site.cards.pay(first)).toMatchObject({ kind: 'closed', status: 'expired' })
  expect(await seatsTaken(site, day)).toBe(5)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired', 'pending'])
})

test('a server error that the card service repeats for the key for ever does not stop the next try', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true })
  expect((await buyer.checkout(TOUR, 3, day)).json.code).toBe('payment_unavailable')
  expect(await seatsTaken(site, day)).toBe(0)
  expect((await buyer.checkout(TOUR, 3, day)).status).toBe(200)
})

test('a server error after which the session exists all the same hands out that session', async () => {
  const buyer = await createBuyer(site)
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true, done: true })
  const answer = await buyer.checkout(TOUR, 3, nextDay())
  expect(answer.status).toBe(200)
  await site.cards.pay(sessionOf(answer.json.url))
  expect((await buyer.bookings())[0]?.status).toBe('confirmed')
})

test('a double click makes one attempt and one page', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const answers = await Promise.all([buyer.checkout(TOUR, 2, day), buyer.checkout(TOUR, 2, day)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.json.url).toBe(answers[1]?.json.url)
  expect(await bookingsOn(site, day)).toHaveLength(1)
  expect(await seatsTaken(site, day)).toBe(2)
})

test('when the card service limits us, the customer may try again and the attempt is not lost', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: CREATE, kind: '429' })
  expect((await buyer.checkout(TOUR, 2, day)).json).toMatchObject({ statusCode: 502, code: 'payment_unavailable' })
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(200)
  expect(await bookingsOn(site, day)).toHaveLength(1)
})

test.each(['html_502', 'bare_404'])('an answer of a foreign proxy (%s) is never taken for a session', async (kind) => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: CREATE, kind, count: 9 })
  expect((await buyer.checkout(TOUR, 2, day)).json.code).toBe('payment_unavailable')
  expect(await seatsTaken(site, day), 'the outcome is unknown: the seats stay held').toBe(2)
  await site.cards.tell('faults/clear')
  await reconcile(site.deps, site.app.log, 0)
  expect(await openSessions()).toBeGreaterThan(0)
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(200)
  expect(await bookingsOn(site, day)).toHaveLength(1)
})

test('a foreign answer to the end of a session does not free seats that can still be paid for', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  const [booking] = await buyer.bookings()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions/:id/expire', kind: 'bare_404' })
  const answer = await buyer.post(pathOf(releaseSeats, { id: booking?.id ?? '' }))
  expect(answer.json.code).toBe('payment_unavailable')
  expect(await seatsTaken(site, day)).toBe(2)
  await site.cards.pay(session)
  expect((await buyer.bookings())[0]?.status).toBe('confirmed')
})

test('a page that was closed while it was being opened is not handed out', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const before = (await site.cards.state()).counts.session
  // The response is lost, and the client asks again half a second later; in between the other tab ends the session. On a machine so
  // busy that the other tab comes second, its page is the one that counts.
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after' })
  const handedOutInTurn: string[] = []
  const book = async (guests: number) => handedOutInTurn.push(sessionOf((await buyer.checkout(TOUR, guests, day)).json.url))
  const slow = book(2)
  await expect.poll(async () => (await site.cards.state()).counts.session, { timeout: 5000, interval: 10 }).toBe(before + 1)
  await Promise.all([book(3), slow])
  const handedOut = handedOutInTurn.at(-1)
  const { sessions } = await site.cards.state()
  expect(sessions.find(({ id }: { id: string }) => id === handedOut).status).toBe('open')
  expect((await attempts()).filter(({ session_id }) => session_id === handedOut).map(({ status }) => status)).toEqual(['open'])
  expect((await bookingsOn(site, day)).filter(({ status }) => status === 'pending')).toHaveLength(1)
})
