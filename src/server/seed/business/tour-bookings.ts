import { tourTotalCents } from '#shared/bookings/public.ts'
import { addDays, dayIn, daysBetween } from '#shared/dates.ts'
import type { Customer } from './customers.ts'
import { departuresOf, type Departure, type Sale, type SoldTour } from './departures.ts'
import { addPayment, addPolicyRefund, addUnpaidCheckout, type PaymentRow } from './money.ts'
import type { Rows } from './rows.ts'
import { chanceOf, idOf, pastMoment, type Year } from './year.ts'

const MINUTE_MS = 60_000
const YEAR_DAYS = 365
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A paid booking with everything that a trouble (troubles.ts) may change about it. */
export interface PaidBooking {
  n: number
  booking: Rows['bookings'][number]
  guests: number
  departure: Rows['departures'][number] & { seats_taken: number }
  payment: PaymentRow
  refundId: string | undefined
}

/** Returns the paid bookings, ordered by tour. */
export function addTourBookings(year: Year, rows: Rows, tours: SoldTour[], customers: Customer[]): PaidBooking[] {
  const paid: PaidBooking[] = []
  let n = 0
  for (const departure of departuresOf(year, tours)) {
    const { tour, day, sales } = departure
    const seats = { tour_id: tour.id, departs_on: day, capacity: tour.max_people, seats_taken: 0 }
    rows.departures.push(seats)
    for (const sale of sales) {
      const sold = addSale(year, rows, n++, departure, sale, customers)
      if (sold?.booking.status === 'confirmed') seats.seats_taken += sale.guests
      if (sold?.payment) paid.push({ ...sold, payment: sold.payment, guests: sale.guests, departure: seats })
    }
  }
  return paid
}

export function referenceOf(n: number): string {
  const chance = chanceOf('booking', n)
  return `M-${Array.from({ length: 8 }, () => ALPHABET[chance.int(0, ALPHABET.length - 1)]).join('')}`
}

/** Skips a booking that would have been made more than a year ago. */
function addSale(year: Year, rows: Rows, n: number, { tour, day }: Departure, { guests, outcome }: Sale, customers: Customer[]) {
  const chance = chanceOf('booking', n)
  const lead = addDays(day, -chance.int(4, 110))
  const bookedOn = lead <= year.today ? lead : addDays(year.today, -chance.int(0, 45))
  if (daysBetween(bookedOn, year.today) > YEAR_DAYS) return undefined
  const bookingId = idOf('booking', n)
  const createdAt = pastMoment(year, bookedOn, chance.next())
  const cents = tourTotalCents(tour.base_price_cents, guests)
  const sold = { n, bookingId, cents, currency: tour.currency, openedAt: createdAt }
  const payment = outcome === 'expired' ? undefined : addPayment(rows, sold)
  const expiredAt = payment ? null : addUnpaidCheckout(rows, sold)
  const cancelledAt = payment && outcome === 'cancelled' ? cancellationOf(year, createdAt, day, chance.next()) : null
  const customer = chance.pick(customers)
  const booking: PaidBooking['booking'] = {
    id: bookingId,
    reference: referenceOf(n),
    kind: 'tour',
    user_id: customer.id,
    status: outcome,
    title: tour.name,
    total_cents: cents,
    currency: tour.currency,
    starts_on: day,
    full_refund_days: tour.full_refund_days,
    partial_refund_days: tour.partial_refund_days,
    partial_refund_percentage: tour.partial_refund_percentage,
    cancel_reason: cancelledAt && chance.pick(year.reasons),
    created_at: createdAt,
    confirmed_at: payment?.paid_at ?? null,
    cancelled_at: cancelledAt,
    expired_at: expiredAt,
    is_demo: true,
  }
  rows.bookings.push(booking)
  rows.tour_bookings.push({ booking_id: bookingId, tour_id: tour.id, departs_on: day, guests, unit_price_cents: tour.base_price_cents })
  const refundId = payment && cancelledAt ? addPolicyRefund(year, rows, n, payment, booking, cancelledAt) : undefined
  return { n, booking, payment, refundId }
}

function cancellationOf(year: Year, createdAt: Date, day: string, fraction: number): Date {
  const bookedOn = dayIn(year.timeZone, createdAt)
  const last = day <= year.today ? addDays(day, -1) : year.today
  const cancelledOn = addDays(bookedOn, Math.floor(fraction * Math.max(1, daysBetween(bookedOn, last))))
  return new Date(Math.max(pastMoment(year, cancelledOn, fraction).getTime(), createdAt.getTime() + 40 * MINUTE_MS))
}
