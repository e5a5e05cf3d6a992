import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession, payCancel, payReturn } from '#shared/payments/calls.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { bookAndPay, bookingsOn, createBuyer, createBuyers, mailsTo, nextDay, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'

const site = await openPaymentSite()

/** Where the card page's own link back leads. */
async function cancelAddress(session: string): Promise<string> {
  const { cancel_url } = await providerClient(site).checkout.sessions.retrieve(session)
  const url = new URL(cancel_url ?? '')
  return `${url.pathname}${url.search}`
}

test('the link back frees the seats at once, and the card page that is still open cannot charge', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 3, day)
  const back = await buyer.get(await cancelAddress(session))
  expect([back.status, back.headers['location']]).toEqual([303, `${site.origin}/#/destination-details/${TOUR}?checkout=cancelled`])
  expect((await bookingsOn(site, day))[0]?.status).toBe('expired')
  expect(await seatsTaken(site, day)).toBe(0)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed', status: 'expired' })
  expect((await buyer.get(await cancelAddress(session))).status).toBe(303)
  expect(await seatsTaken(site, day)).toBe(0)
})

test('Release seats in the list of bookings does the same', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 3, day)
  const [booking] = await buyer.bookings()
  expect((await buyer.post(pathOf(releaseSeats, { id: booking?.id ?? '' }))).status).toBe(200)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed' })
  expect(await buyer.bookings()).toEqual([])
})

test('the link back of a page that has just been paid confirms the booking', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 3, day)
  const address = await cancelAddress(session)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const back = await buyer.get(address)
  expect([back.status, back.headers['location']]).toEqual([303, `${site.origin}/#/destination-details/${TOUR}`])
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('Release seats of a booking that has just been paid says so and keeps it', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 3, day)
  const [booking] = await buyer.bookings()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  expect((await buyer.post(pathOf(releaseSeats, { id: booking?.id ?? '' }))).json).toMatchObject({
    statusCode: 409,
    code: 'not_cancellable',
  })
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
})

test('a customer who is no longer signed in is confirmed all the same, and sees it after the login', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 1, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const stranger = site.visitor()
  expect((await stranger.get(`${payReturn.path}?session_id=${session}`)).status).toBe(303)
  expect((await stranger.get(pathOf(getCheckoutSession, { id: session }))).status).toBe(401)
  expect((await bookingsOn(site, day))[0]?.status).toBe('confirmed')
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('paid')
})

test('the session of somebody else is not found, paid or not, and nothing of it leaks', async () => {
  const [buyer, other] = await createBuyers(site, 2)
  if (!buyer || !other) throw new Error('no buyers')
  const open = await buyer.openCheckout(TOUR, 1, nextDay())
  const paidDay = nextDay()
  const paid = await buyer.openCheckout(TOUR, 1, paidDay)
  await site.cards.pay(paid)
  const unknown = await other.get(pathOf(getCheckoutSession, { id: 'cs_test_unknown' }))
  expect(unknown.status).toBe(404)
  for (const session of [open, paid]) {
    const answer = await other.get(pathOf(getCheckoutSession, { id: session }))
    expect([answer.status, answer.text]).toEqual([404, unknown.text])
  }
})

test('the result page shows only what the page needs of the session (ASVS 8.2.3, 15.3.1)', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  await site.cards.pay(session)
  const answer = await buyer.get(pathOf(getCheckoutSession, { id: session }))
  expect(Object.keys(answer.json.session).sort()).toEqual(
    ['amount_total', 'booking', 'created', 'currency', 'payment_intent', 'payment_method_types', 'payment_status', 'receipt_url'].sort(),
  )
  expect(answer.text).not.toContain(buyer.email)
})

test.each(['', '?session_id=', '?session_id=cs_test_unknown', '?session_id=..%2F..', '?token=x'])(
  'a way back that says nothing useful (%s) still leads to a page',
  async (query) => {
    for (const path of [payReturn.path, payCancel.path]) {
      expect((await site.visitor().get(`${path}${query}`)).status).toBe(303)
    }
  },
)

test('the way back is never blocked by a card service that is down (ASVS 16.5.2)', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const { sessions } = await site.cards.state()
  const session = sessions.find((each: { payment_intent: string }) => each.payment_intent === booking.stripeid).id
  await site.cards.tell('faults', { route: '*', kind: '429', count: 20 })
  expect((await buyer.get(`${payReturn.path}?session_id=${session}`)).status).toBe(303)
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('paid')
})

test('a way back with the session of nobody, or with one that is settled, asks the card service nothing (ASVS 1.3.6, 3.5.3)', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const { sessions, hits } = await site.cards.state()
  const settled = sessions.find((each: { payment_intent: string }) => each.payment_intent === booking.stripeid).id
  for (const id of [settled, 'cs_test_of_nobody', ''])
    expect((await site.visitor().get(`${payReturn.path}?session_id=${id}`)).status).toBe(303)
  expect((await site.cards.state()).hits).toEqual(hits)
})
