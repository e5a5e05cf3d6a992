import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { TourBooking } from '#shared/bookings/public.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, longDay, type Day } from '#shared/dates.ts'
import { listOwnBookingsOfTour } from '#shared/payments/checkout-calls.ts'
import { writeReview } from '#shared/reviews/own-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  loseHolds,
  moveTravel,
  nextDay,
  refundsOn,
  seatsTaken,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { placeAtNoon, setSaleEnd } from '../../../../tests/support/noon-places.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'

const site = await openPaymentSite()
const { deps } = site
const place = placeAtNoon(deps.now())
const { today, saleEndIn } = place
const tomorrow = addDays(today, 1)

beforeEach(async () => setSaleEnd(site, TOUR, null))

/** From now on it is so many minutes later, for the rest of a test. */
function moveOn(minutes: number): void {
  const { now } = deps
  deps.now = () => new Date(now().getTime() + minutes * 60_000)
  onTestFinished(() => void (deps.now = now))
}

async function confirmedOn(buyer: Browser, day: Day): Promise<TourBooking | undefined> {
  return (await buyer.bookings()).find(({ travelDate, status }) => travelDate === day && status === 'confirmed')
}

test('a departure that has left is not sold, whatever the agency’s clock says: 409 names the next one with seats', async () => {
  const [buyer, manager] = [await createBuyer(site), await createStaff(site, 'manager')]
  const taken = await seatsTaken(site, today)
  await setSaleEnd(site, TOUR, saleEndIn(-1))
  const refused = await buyer.checkout(TOUR, 2, today)
  expect([refused.status, refused.json.code]).toEqual([409, 'departure_left'])
  const ended = `You can no longer book this departure: bookings closed at ${saleEndIn(-1).time} on ${longDay(today)}, Tokyo time.`
  expect(refused.json.message).toBe(`${ended} The next one you can book is on ${longDay(tomorrow)}.`)
  expect(refused.json.issues).toEqual([{ path: 'travelDate', message: refused.json.message }])
  // One seat is too few for two.
  await manager.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, tomorrow) }), { capacity: 1, seenCapacity: 12 })
  expect((await buyer.checkout(TOUR, 2, today)).json.message).toContain(`on ${longDay(addDays(today, 2))}.`)
  expect([await seatsTaken(site, today), await buyer.bookings()]).toEqual([taken, []])
  await manager.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, tomorrow) }), { capacity: 12, seenCapacity: 1 })
})

test('the server’s clock decides as the seats are taken: sold before its end, refused after', async () => {
  const [early, late] = [await createBuyer(site), await createBuyer(site)]
  await setSaleEnd(site, TOUR, saleEndIn(3))
  expect((await early.checkout(TOUR, 1, today)).status).toBe(200)
  moveOn(4)
  expect((await late.checkout(TOUR, 1, today)).json.code).toBe('departure_left')
})

test('seats that were held before can be paid until their session ends, for the same group; another group loses nothing', async () => {
  const buyer = await createBuyer(site)
  await setSaleEnd(site, TOUR, saleEndIn(3))
  const page = await buyer.openCheckout(TOUR, 2, today)
  moveOn(4)
  expect((await buyer.checkout(TOUR, 3, today)).json.code).toBe('departure_left')
  expect((await buyer.bookings())[0]?.status).toBe('pending')
  expect(await buyer.openCheckout(TOUR, 2, today)).toBe(page)
  await site.cards.pay(page)
  expect(await confirmedOn(buyer, today)).toMatchObject({ numberOfPeople: 2, timeZone: place.timeZone })
})

test('a booking keeps where its days count, whatever becomes of the tour; without an end of its own the agency’s count', async () => {
  const buyer = await createBuyer(site)
  await setSaleEnd(site, TOUR, saleEndIn(30))
  const [there, here] = [nextDay(), nextDay()]
  const booked = await bookAndPay(site, buyer, 1, there)
  await setSaleEnd(site, TOUR, null)
  const plain = await bookAndPay(site, buyer, 1, here)
  expect(plain).not.toHaveProperty('timeZone')
  expect(booked.timeZone).toBe(place.timeZone)
  const rows = deps.db
    .selectFrom('bookings')
    .select(['time_zone', 'sale_ends_at'])
    .where('id', 'in', [booked.id, plain.id])
    .orderBy('starts_on')
  expect(await rows.execute()).toEqual([
    { time_zone: place.timeZone, sale_ends_at: expect.any(Date) },
    { time_zone: null, sale_ends_at: null },
  ])
})

/** Gives a booking the clocks of a place, and the moment at which its sale ended there. */
async function keepIn(booking: { id: string }, timeZone: string, saleEndsAt = deps.now()): Promise<void> {
  await deps.db.updateTable('bookings').set({ time_zone: timeZone, sale_ends_at: saleEndsAt }).where('id', '=', booking.id).execute()
}

test('refund, reviews and what is to come count the days there', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const booking = await bookAndPay(site, buyer, 1, day)
  const { now } = deps
  // At seven in the evening in London it is the next day in Kiribati, and the same one in Samoa.
  deps.now = () => new Date(`${today}T19:00:00Z`)
  onTestFinished(() => void (deps.now = now))
  const daysLeft = async () => (await buyer.get(pathOf(cancellationCalls.previewRefund, { id: booking.id }))).json.daysLeft
  await moveTravel(site, booking.id, addDays(today, 14))
  expect(await daysLeft()).toBe(14)
  await keepIn(booking, 'Pacific/Kiritimati')
  expect(await daysLeft()).toBe(13)
  await keepIn(booking, 'Pacific/Pago_Pago')
  expect(await daysLeft()).toBe(14)
  await moveTravel(site, booking.id, today)
  const standing = async () => [
    (await buyer.bookings())[0]?.canReview,
    (await buyer.get(pathOf(listOwnBookingsOfTour, { id: TOUR }))).json.length,
  ]
  expect(await standing()).toEqual([false, 1])
  await keepIn(booking, 'Pacific/Kiritimati')
  expect(await standing()).toEqual([true, 0])
  expect(
    (await buyer.put(pathOf(writeReview, { id: booking.id }), { rating: 5, text: 'Three fine days, and good food every evening.' })).status,
  ).toBe(200)
  await moveTravel(site, booking.id, day)
})

test('paid after its hold has ended, a booking is honoured only if its departure was still sold as it was paid', async () => {
  const [early, late] = [await createBuyer(site), await createBuyer(site)]
  await setSaleEnd(site, TOUR, saleEndIn(3))
  const [day, other] = [nextDay(), nextDay()]
  await site.cards.tell('webhooks', { drop: true })
  const sessions = [await early.openCheckout(TOUR, 1, day), await late.openCheckout(TOUR, 1, other)]
  const [gone] = await bookingsOn(site, other)
  await keepIn(gone ?? { id: '' }, place.timeZone, new Date(deps.now().getTime() - 60_000))
  for (const session of sessions) await site.cards.pay(session)
  await loseHolds(site)
  for (const session of sessions) expect(await postEvent(site, 'checkout.session.completed', session)).toBe(200)
  const statuses = [await bookingsOn(site, day), await bookingsOn(site, other)].map(([booking]) => booking?.status)
  expect(statuses).toEqual(['confirmed', 'expired'])
  expect((await refundsOn(site, other)).map(({ cause }) => cause)).toEqual(['late'])
})
