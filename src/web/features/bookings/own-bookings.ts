import { isConfirmed } from '#shared/bookings/public.ts'
import { isDay, shortDay, type Day } from '#shared/dates.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import type { TourBooking } from './booking-view.ts'

/** Includes bookings whose payment is on its way or being checked. */
export function paidOn(bookings: readonly TourBooking[], day: Day): TourBooking[] {
  return bookings.filter((booking) => booking.travelDate?.slice(0, 10) === day && isPaid(booking))
}

/** "1 seat for 24 Dec": the seats held unpaid at `now` (milliseconds), over all days; undefined if there are none. */
export function heldSeatsText(bookings: readonly TourBooking[], now: number): string | undefined {
  const held = bookings.filter(({ holdExpiresAt }) => holdExpiresAt && Date.parse(holdExpiresAt) > now)
  const seats = held.reduce((sum, { numberOfPeople = 0 }) => sum + numberOfPeople, 0)
  if (seats === 0) return undefined
  const [day = '', another] = new Set(held.map(({ travelDate = '' }) => travelDate.slice(0, 10)))
  return `${seats === 1 ? '1 seat' : `${seats} seats`}${isDay(day) && another === undefined ? ` for ${shortDay(day)}` : ''}`
}

/** Says that the traveller has already paid for this day; undefined if not. */
export function paidText(paid: readonly TourBooking[]): string | undefined {
  if (paid.length === 0) return undefined
  const booked = `You already have ${paid.length === 1 ? 'a paid booking' : `${paid.length} paid bookings`} for this day`
  const said = paid.some(isSettled) ? booked : 'Your payment for this day is being processed'
  return `${[said, listed(paid)].filter(Boolean).join(': ')}.`
}

/** A pending booking without a hold has money on its way or is being checked by staff. */
function isPaid(booking: TourBooking): boolean {
  return isSettled(booking) || (booking.status?.toLowerCase() === 'pending' && !booking.holdExpiresAt)
}

function isSettled({ status = '' }: TourBooking): boolean {
  return isConfirmed(status)
}

function listed(bookings: readonly TourBooking[]): string {
  return bookings
    .map(({ reference, numberOfPeople: guests }) => [reference, guests !== undefined && guestsText(guests)].filter(Boolean).join(', '))
    .filter(Boolean)
    .join('; ')
}
