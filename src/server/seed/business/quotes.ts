import { addDays } from '#shared/dates.ts'
import { vehiclePrice } from '#shared/vehicles/public.ts'
import type { Trx } from '#server/lib/db.ts'
import { momentOf, type Random } from '#server/seed/random.ts'
import { ratesOfRow, type OfferedService } from '#server/features/vehicles/services.ts'
import type { Customer } from './customers.ts'
import { addPayment, addPolicyRefund } from './money.ts'
import { decideQuote, type Course } from './quote-courses.ts'
import type { Rows } from './rows.ts'
import { referenceOf } from './tour-bookings.ts'
import { chanceOf, idOf, pastMoment, type Year } from './year.ts'

const QUOTES = 110
/** Number of the newest requests that still await an answer. */
const WAITING = 5
/** Numbers quotes after the tour bookings, since both share the ids of payments and refunds. */
const FIRST = 1_000_000
const HOUR_MS = 60 * 60_000

export async function listSoldServices(trx: Trx): Promise<OfferedService[]> {
  return trx.selectFrom('service_types').selectAll().where('is_active', '=', true).orderBy('position').execute()
}

/** `deciderId` is recorded as the staff member who answered them. */
export function addQuotes(year: Year, rows: Rows, services: OfferedService[], customers: Customer[], deciderId: string | null): void {
  for (let n = 0; n < QUOTES; n++) {
    const chance = chanceOf('quote', n)
    const askedOn = addDays(year.today, -Math.floor(n <= WAITING ? n * 0.8 : 4 + (n - WAITING) * 3.4))
    const createdAt = pastMoment(year, askedOn, chance.next())
    const pickupAt = momentOf(addDays(askedOn, chance.int(8, 45)), 0.1)
    const service = chance.pick(services)
    const course = n < WAITING ? undefined : decideQuote(year, chance, createdAt, pickupAt)
    addQuote(year, rows, FIRST + n, { createdAt, pickupAt, service, customer: chance.pick(customers), course, deciderId }, chance)
  }
}

interface Request {
  createdAt: Date
  pickupAt: Date
  service: OfferedService
  customer: Customer
  course: Course | undefined
  deciderId: string | null
}

function addQuote(year: Year, rows: Rows, n: number, request: Request, chance: Random): void {
  const { createdAt, pickupAt, service, customer, course, deciderId } = request
  const bookingId = idOf('booking', n)
  const items = detailsOf(year, chance)
  const askedCents = vehiclePrice(ratesOfRow(service), items.floorCount, items.helpers).totalCents
  const isQuoted = course !== undefined && course.status !== 'declined'
  const cents = isQuoted ? Math.round((askedCents * course.priceFactor) / 100) * 100 : askedCents
  const reason = course?.reason ?? null
  const from = chance.pick(year.words.homes)
  const to = chance.pick(year.words.homes.filter((home) => home !== from))
  const booking: Rows['bookings'][number] = {
    id: bookingId,
    reference: referenceOf(n),
    kind: 'vehicle',
    user_id: customer.id,
    status: course?.status ?? 'pending',
    title: service.name,
    total_cents: cents,
    currency: service.currency,
    starts_on: pickupAt.toISOString().slice(0, 10),
    full_refund_days: service.full_refund_days,
    partial_refund_days: service.partial_refund_days,
    partial_refund_percentage: service.partial_refund_percentage,
    cancel_reason: course?.cancelledAt ? chance.pick(year.reasons) : null,
    created_at: createdAt,
    approved_at: isQuoted ? course.decidedAt : null,
    declined_at: course?.status === 'declined' ? course.decidedAt : null,
    confirmed_at: course?.paidAt ?? null,
    completed_at: course?.completedAt ?? null,
    cancelled_at: course?.cancelledAt ?? null,
    expired_at: course?.status === 'expired' ? course.expiresAt : null,
    is_demo: true,
  }
  rows.bookings.push(booking)
  rows.vehicle_bookings.push({
    booking_id: bookingId,
    service_type_id: service.id,
    pickup_at: pickupAt,
    dropoff_at: new Date(pickupAt.getTime() + 4 * HOUR_MS),
    pickup_location: from.place,
    dropoff_location: to.place,
    pickup_pincode: from.postcode,
    dropoff_pincode: to.postcode,
    item_details: JSON.stringify(items),
    notes: chance.pick(year.words.notes),
    contact_name: customer.name,
    contact_email: customer.email,
    // From the range reserved for drama, so that it is no one's number.
    contact_phone: `7700900${String(chance.int(0, 999)).padStart(3, '0')}`,
    asked_cents: askedCents,
    ...(isQuoted && { quoted_cents: cents, quote_version: 1, quote_expires_at: course.expiresAt }),
    decision_reason: reason,
    decided_by: course ? deciderId : null,
  })
  if (!course) return
  const decision = { decision: isQuoted ? ('approved' as const) : ('declined' as const), quote_version: isQuoted ? 1 : 0 }
  rows.quote_decisions.push({
    booking_id: bookingId,
    ...decision,
    total_cents: cents,
    reason,
    decided_by: deciderId,
    decided_at: course.decidedAt,
  })
  if (!course.paidAt) return
  const payment = addPayment(rows, { n, bookingId, cents, currency: service.currency, openedAt: course.paidAt })
  booking.confirmed_at = payment.paid_at
  if (course.cancelledAt) addPolicyRefund(year, rows, n, payment, booking, course.cancelledAt)
}

function detailsOf({ words }: Year, chance: Random) {
  const first = chance.int(0, words.items.length - 1)
  const items = Array.from({ length: chance.int(1, 4) }, (_, index) => words.items[(first + index * 3) % words.items.length])
  return {
    items: items.map((item) => ({ ...item, photos: [] })),
    floorCount: chance.int(0, 5),
    helpers: chance.int(0, 2),
  }
}
