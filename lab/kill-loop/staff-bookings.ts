import { randomUUID } from 'node:crypto'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { dayIn } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { countAct } from './acts.ts'
import { pickRow, type Desk } from './desk.ts'
import { pick } from './weather.ts'

const PAID_BY_CARD = `select bookings.id from bookings join payments on booking_id = bookings.id
  where status = 'confirmed' and role = 'primary' and provider_payment_id is not null and not is_demo order by paid_at desc limit 60`
const CONFIRMED = `select id from bookings where status = 'confirmed' and not is_demo order by created_at desc limit 150`

/** Books for a customer, and sends the same form again when the response was lost. */
export async function book({ world, random, browser }: Desk): Promise<void> {
  const { json: found } = await browser.get(`${peopleCalls.findCustomers.path}?search=Kill%20Loop`)
  const travelDate = found.length > 0 ? world.nextDay() : undefined
  if (travelDate === undefined) return
  const tourId = pick(random, world.tours)
  const { json: tour } = await browser.get(pathOf(getTour, { id: tourId }))
  const body = {
    key: randomUUID(),
    customer: { id: pick<{ id: string }>(random, found).id },
    tourId,
    travelDate,
    totalGuests: 1,
    totalCents: Math.round(tour.data.basePrice * 100),
    payBy: pick(random, ['link', 'transfer', 'cash']),
    dueOn: dayIn('Europe/London', new Date(Date.now() + world.site.aheadMinutes * 60_000)),
  }
  const make = async () => browser.post(staffReservationCalls.makeReservation.path, body)
  await make().catch(make)
}

export async function giveBack(desk: Desk): Promise<void> {
  const { world, random, browser } = desk
  const booking = await pickRow<{ id: string }>(desk, random() < 0.7 ? PAID_BY_CARD : CONFIRMED)
  if (!booking) return
  const { json: seen } = await browser.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
  const amountCents = pick(random, [500, 1500, seen.leftCents - (seen.disputedCents ?? 0)])
  const { status } = await browser.post(pathOf(staffCancellationCalls.refundBooking, { id: booking.id }), {
    amountCents,
    reason: 'Rain',
    seen,
  })
  if (status === 200) countAct(world.told.acts, 'goodwill')
}

/** Cancels a booking for the agency, for what the policy says or for another amount. */
export async function cancel(desk: Desk): Promise<void> {
  const { world, random, browser } = desk
  const booking = await pickRow<{ id: string }>(desk, CONFIRMED)
  if (!booking) return
  const { json: seen } = await browser.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking.id }))
  if (seen.status !== 'confirmed') return
  const amountCents = pick(random, [undefined, undefined, 0, 100, Math.floor(seen.leftCents / 2), seen.leftCents])
  world.told.cancelling.add(booking.id)
  const { status } = await browser.post(pathOf(staffCancellationCalls.cancelBooking, { id: booking.id }), {
    reason: 'Rain',
    seen,
    ...(amountCents !== undefined && { amountCents }),
  })
  if (status !== 200) return
  world.told.cancelled.add(booking.id)
  countAct(world.told.acts, amountCents === undefined ? 'cancelled by staff' : 'cancelled by staff with another amount')
}
