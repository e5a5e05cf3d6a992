import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { listOwnBookingsOfTour, releaseSeats } from '#shared/payments/checkout-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, bookingsOn, createBuyer, createBuyers, inDays, moveTravel, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

async function ofTour(buyer: Browser, tourId = TOUR) {
  return (await buyer.get(pathOf(listOwnBookingsOfTour, { id: tourId }))).json
}

test('a tour’s page is told what its traveller has there: paid days and held seats, and nobody else’s', async () => {
  const [buyer, other] = await createBuyers(site, 2)
  if (!buyer || !other) throw new Error('no buyers')
  const [paid, held, othersDay] = [nextDay(), nextDay(), nextDay()]
  const { reference } = await bookAndPay(site, buyer, 2, paid)
  await buyer.openCheckout(TOUR, 3, held)
  await other.openCheckout(TOUR, 4, othersDay)
  expect(await ofTour(buyer)).toEqual([
    expect.objectContaining({ reference, travelDate: paid, numberOfPeople: 2, status: 'confirmed', holdExpiresAt: null }),
    expect.objectContaining({ travelDate: held, numberOfPeople: 3, status: 'pending', holdExpiresAt: expect.stringMatching(/Z$/) }),
  ])
  expect(await ofTour(other)).toEqual([expect.objectContaining({ travelDate: othersDay })])
  expect(await ofTour(buyer, 'ubud-rice-fields-and-craft')).toEqual([])
})

test('what was cancelled or released is not told', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const { id, stripeid } = await bookAndPay(site, buyer, 1, day)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id, stripeId: stripeid, reason: '' })
  await buyer.openCheckout(TOUR, 1, day)
  const [hold] = await ofTour(buyer)
  await buyer.post(pathOf(releaseSeats, { id: hold.id }))
  expect(await ofTour(buyer)).toEqual([])
})

test('a journey that is over is not told', async () => {
  const buyer = await createBuyer(site)
  const [day, past] = [nextDay(), inDays(site, -3)]
  const { id } = await bookAndPay(site, buyer, 1, day)
  await moveTravel(site, id, past)
  const { db } = site.deps
  await db.updateTable('departures').set({ seats_taken: 0 }).where('tour_id', '=', TOUR).where('departs_on', '=', day).execute()
  await db.updateTable('departures').set({ seats_taken: 1 }).where('tour_id', '=', TOUR).where('departs_on', '=', past).execute()
  expect(await ofTour(buyer)).toEqual([])
})

test('a payment whose answer was lost and whose event never came is taken over when the tour’s page asks', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(await buyer.openCheckout(TOUR, 2, day))
  expect((await bookingsOn(site, day))[0]?.status).toBe('pending')
  expect(await ofTour(buyer)).toEqual([expect.objectContaining({ travelDate: day, status: 'confirmed' })])
})

test('money that is on its way is neither held seats nor a booking that can be paid again', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(await buyer.openCheckout(TOUR, 2, day), { delayed: true })
  expect(await ofTour(buyer)).toEqual([expect.objectContaining({ travelDate: day, status: 'pending', holdExpiresAt: null })])
})

test('a card service that is away keeps back nothing that is known', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions/:id', kind: '500', count: 10 })
  expect(await ofTour(buyer)).toEqual([expect.objectContaining({ travelDate: day, status: 'pending' })])
})
