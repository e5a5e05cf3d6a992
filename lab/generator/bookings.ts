import { tourTotalCents } from '#shared/bookings/public.ts'
import { calculateRefund } from '#shared/refunds/policies.ts'
import { addDays, daysBetween, type Day } from '#shared/dates.ts'
import { DEFAULT_CURRENCY } from '#shared/money.ts'
import { authorName } from '#server/features/reviews/author-name.ts'
import { momentOf, randomOf, uuidOf, type Random } from '#server/seed/random.ts'
import type { Row } from './copy.ts'
import { personOf } from './people.ts'
import { KIND, referenceOf, type Run } from './run.ts'
import type { Departure, Sale } from './sales.ts'

const MINUTE_MS = 60_000
const HOLD_MS = 35 * MINUTE_MS
const RATINGS = [5, 5, 5, 5, 4, 4, 4, 3, 2]
const CURRENCY = DEFAULT_CURRENCY.tour

/** Rows by table, in the order in which they must be written. */
export interface SalesRows {
  departures: Row[]
  bookings: Row[]
  tour_bookings: Row[]
  payment_attempts: Row[]
  payments: Row[]
  refunds: Row[]
  reviews: Row[]
}

export function noRows(): SalesRows {
  return { departures: [], bookings: [], tour_bookings: [], payment_attempts: [], payments: [], refunds: [], reviews: [] }
}

/** Only confirmed bookings count as seats taken. */
export function addDeparture(run: Run, rows: SalesRows, { tour, day, sales }: Departure): void {
  const standing = sales.filter(({ outcome }) => outcome === 'confirmed')
  const taken = standing.reduce((sum, { guests }) => sum + guests, 0)
  rows.departures.push({ tour_id: tour.id, departs_on: day, capacity: tour.maxPeople, seats_taken: taken })
  for (const sale of sales) addSale(run, rows, sale)
}

function addSale(run: Run, rows: SalesRows, sale: Sale): void {
  const { n, tour, day, guests, outcome } = sale
  const random = randomOf(run.seed, KIND.booking, n)
  const user = personOf(run, random.int(0, run.people - 1))
  const id = uuidOf(run, KIND.booking, n)
  const attemptId = uuidOf(run, KIND.attempt, n)
  const totalCents = tourTotalCents(tour.priceCents, guests)
  const { bookedOn, cancelledOn } = daysOf(run, day, outcome, random)
  const createdAt = momentOf(bookedOn, random.next())
  const paidAt = new Date(createdAt.getTime() + random.int(1, 9) * MINUTE_MS)
  const closedAt = new Date(createdAt.getTime() + HOLD_MS)
  // If booked and cancelled on the same day, the cancellation must still follow the payment.
  const cancelledAt = cancelledOn && new Date(Math.max(momentOf(cancelledOn, random.next()).getTime(), closedAt.getTime()))
  const isPaid = outcome !== 'expired'
  rows.bookings.push({
    id,
    reference: referenceOf(run, n),
    kind: 'tour',
    user_id: user.id,
    status: outcome,
    title: tour.name,
    total_cents: totalCents,
    currency: CURRENCY,
    starts_on: day,
    full_refund_days: tour.policy.fullRefundDays,
    partial_refund_days: tour.policy.partialRefundDays,
    partial_refund_percentage: tour.policy.partialRefundPercentage,
    cancel_reason: cancelledAt ? random.pick(run.words.reasons) : null,
    created_at: createdAt,
    confirmed_at: isPaid ? paidAt : null,
    cancelled_at: cancelledAt ?? null,
    expired_at: isPaid ? null : closedAt,
    is_generated: true,
  })
  rows.tour_bookings.push({ booking_id: id, tour_id: tour.id, departs_on: day, guests, unit_price_cents: tour.priceCents })
  rows.payment_attempts.push({
    id: attemptId,
    booking_id: id,
    status: isPaid ? 'complete' : 'expired',
    amount_cents: totalCents,
    currency: CURRENCY,
    params: '{}',
    cancel_token: `generated-${attemptId}`,
    session_id: `cs_generated_${attemptId}`,
    expires_at: closedAt,
    created_at: createdAt,
    closed_at: isPaid ? paidAt : closedAt,
    next_try_at: createdAt,
  })
  if (!isPaid) return
  const refundCents = cancelledOn ? calculateRefund(tour.policy, totalCents, day, cancelledOn).refundCents : 0
  const paymentId = uuidOf(run, KIND.payment, n)
  const money = { currency: CURRENCY, is_generated: true }
  rows.payments.push({
    id: paymentId,
    booking_id: id,
    attempt_id: attemptId,
    provider_payment_id: `pi_generated_${paymentId}`,
    amount_cents: totalCents,
    method: 'card',
    role: 'primary',
    refund_requested_cents: refundCents,
    paid_at: paidAt,
    created_at: paidAt,
    ...money,
  })
  if (cancelledAt && refundCents > 0) rows.refunds.push(refundRow(run, n, paymentId, refundCents, cancelledAt, money))
  if (outcome === 'confirmed' && day < addDays(run.today, -14) && random.chance(0.1)) rows.reviews.push(reviewRow(run, sale, user, random))
}

function refundRow(run: Run, n: number, paymentId: string, cents: number, at: Date, money: Row): Row {
  const id = uuidOf(run, KIND.refund, n)
  return {
    id,
    payment_id: paymentId,
    amount_cents: cents,
    state: 'succeeded',
    cause: 'cancellation',
    provider_refund_id: `re_generated_${id}`,
    made_at: at,
    created_at: at,
    updated_at: at,
    next_try_at: at,
    ...money,
  }
}

function reviewRow(run: Run, { n, tour, day }: Sale, user: { id: string; name: string }, random: Random): Row {
  const rating = random.pick(RATINGS)
  return {
    id: uuidOf(run, KIND.review, n),
    tour_id: tour.id,
    user_id: user.id,
    booking_id: uuidOf(run, KIND.booking, n),
    author_name: authorName(user.name),
    rating,
    body: random.pick(run.words.reviews[rating] ?? []).replaceAll('{place}', tour.place.name),
    travelled_on: day,
    created_at: momentOf(addDays(day, tour.duration + 2), random.next()),
  }
}

/** Returns days such that the booking was made by yesterday and cancelled by the day before departure. */
function daysOf({ today }: Run, day: Day, outcome: Outcome, random: Random): { bookedOn: Day; cancelledOn?: Day } {
  const yesterday = addDays(today, -1)
  const lead = addDays(day, -random.int(3, 150))
  const bookedOn = lead < today ? lead : addDays(yesterday, -random.int(0, 60))
  if (outcome !== 'cancelled') return { bookedOn }
  const last = day < today ? addDays(day, -1) : yesterday
  return { bookedOn, cancelledOn: addDays(bookedOn, random.int(0, Math.max(0, daysBetween(bookedOn, last)))) }
}

type Outcome = Sale['outcome']
