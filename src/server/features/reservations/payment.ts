import { payReservation } from '#shared/reservations/calls.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { findPriceText } from '#server/features/bookings/lines.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/records.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { countGuests } from '#server/features/bookings/trips.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findPaidToken, findPayAgain } from '#server/features/checkout/paid.ts'
import { continueCheckout } from '#server/features/checkout/unpaid.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { createAttempt, findActiveAttempt } from '#server/features/payments/attempts.ts'
import { isPaidOffline } from '#server/features/payments/payments.ts'
import { lockSession } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { PAY_LINK, payLink } from '#server/lib/pay-links.ts'
import type { Serving } from '#server/lib/serve.ts'
import { findReservationLink } from './payment-links.ts'

export function reservationPayment({ flow }: Serving, deps: Deps): void {
  const click = payLink(deps, {
    title: 'Your booking',
    kind: 'tour',
    find: async (token) => (await findReservationLink(deps.db, token)) ?? (await findPayAgain(deps.db, token, 'tour', deps.now())),
    open: async ({ booking_id }, origin) => {
      const payment = await openReservationPayment(deps, booking_id, origin)
      if (payment.state === 'payable') return { url: payment.url }
      if (payment.state !== 'paid' || (await isPaidOffline(deps.db, booking_id))) return { message: notPayableText(payment) }
      return { state: 'paid', paidToken: await findPaidToken(deps.db, booking_id, deps.now()) }
    },
  })
  flow(payReservation, click, PAY_LINK)
}

interface NotPayable {
  state: 'paid' | 'over' | 'cancelled' | 'checking'
  /** The deadline in words, if it has passed. */
  payUntil?: string
}

/** Either the address of the card page, or why the reservation cannot be paid. */
type ReservationPayment = { state: 'payable'; url: string } | NotPayable

const BUSY = 'We’re already processing a payment for this booking. Please try again in a moment.'

const ASK_US = 'Please email or call us. If seats are still available, we’ll book you in.'
const NOT_PAYABLE: Record<NotPayable['state'], string> = {
  paid: 'This booking has already been paid.',
  over: `The time to pay for this booking has run out. ${ASK_US}`,
  cancelled: 'We’re sorry: this departure has been cancelled. You haven’t been charged.',
  checking: 'We’re checking your payment and holding your seats in the meantime. We’ll email you when we’ve finished.',
}

function notPayableText({ state, payUntil }: NotPayable): string {
  return payUntil === undefined ? NOT_PAYABLE[state] : `This booking had to be paid by ${payUntil}. ${ASK_US}`
}

/**
 * Returns the card page of a reservation, opening a new one if none is open, at the price it was booked at. A page lives
 * less than an hour, so each click decides again under the booking's lock. `who` is the signed-in owner; with the
 * emailed link no one needs to be signed in. Throws 401, 404 for a booking that is not a reservation, 502
 * `payment_unavailable`.
 */
async function openReservationPayment(deps: Deps, bookingId: string, origin: string, who?: SignedIn): Promise<ReservationPayment> {
  const decided = await untilDecided(deps, BUSY, async (trx) => {
    if (who) await lockSession(trx, who)
    return prepare(deps, trx, bookingId, origin)
  })
  return 'url' in decided ? { state: 'payable', url: decided.url } : decided
}

async function prepare(deps: Deps, trx: Trx, bookingId: string, origin: string): Promise<Decision<NotPayable>> {
  // An account deletion either sees the attempt made here, or comes first.
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  const reservation = await findReservation(trx, booking.id)
  const isDue = reservation && reservation.due_at <= deps.now()
  const over = { state: 'over', ...(isDue && { payUntil: dueText(reservation.due_at, deps.config.AGENCY_TIME_ZONE) }) } as const
  if (booking.status !== 'pending') return { outcome: booking.status === 'expired' ? over : { state: 'paid' } }
  if (await findUndecidedPayment(trx, booking.id)) return { outcome: { state: 'checking' } }
  if (!reservation || isDue) return { outcome: over }
  if (await isDepartureCancelled(trx, booking.id)) return { outcome: { state: 'cancelled' } }
  const active = await findActiveAttempt(trx, booking.id)
  if (active) return active.expires_at > deps.now() ? { pay: active } : { close: active }
  const { email } = await getCustomer(trx, booking.id)
  const attempt = await createAttempt(deps, trx, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.total_cents,
    currency: booking.currency,
    // The booked price, since the provider's price for this tour may have changed.
    item: { name: `${booking.title} (${booking.reference})`, amountCents: booking.total_cents, currency: booking.currency },
    customerEmail: email,
    booked: { ...booking, guests: await countGuests(trx, booking.id) },
    lines: await findPriceText(trx, booking.id, booking.currency),
    dueAt: reservation.due_at,
    origin,
    isPaidByLink: true,
  })
  return { pay: attempt }
}

/**
 * Finds or opens the card page for the person's own unpaid tour booking in My Bookings, whether staff or a checkout hold
 * its seats. Throws 401, and 409 `not_payable` with the reason.
 */
export async function continueTourPayment(deps: Deps, who: SignedIn, bookingId: string, origin: string): Promise<string> {
  if (!(await findReservation(deps.db, bookingId))) return continueCheckout(deps, who, bookingId)
  const payment = await openReservationPayment(deps, bookingId, origin, who)
  if (payment.state === 'payable') return payment.url
  throw new AppError('not_payable', notPayableText(payment))
}
