import { queryOptions } from '@tanstack/react-query'
import { isConfirmed } from '#shared/bookings/public.ts'
import { daysBetween, longDay, type Day } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { DEFAULT_CURRENCY, formatMoney, isCurrency } from '#shared/money.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import type { checkoutSessionResponseSchema } from '#shared/payments/public.ts'
import { refundAtStart, SERVICE_WORDS, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { queryOf } from '#web/lib/ask.ts'
import { todayThere, zoneElsewhere } from '#web/lib/moments.ts'

/** The payment of a completed checkout; the response nests it under `session`. */
export function checkoutSessionQuery(sessionId: string) {
  // The status may still change from unpaid to paid, so it is always refetched.
  const query = queryOf(getCheckoutSession, { params: { id: sessionId } }, { staleTime: 0 })
  return queryOptions({ ...query, select: ({ session }) => session })
}

/** The checkout session as the payment result receives it (specification §3); other servers may omit fields. */
export type CheckoutSession = Lenient<typeof checkoutSessionResponseSchema>['session']

/** "21 Nov 2026, 2:32 pm" in the visitor's time zone; the card provider counts in seconds. */
export function momentText(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

const MISSING = 'N/A'
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** What the payment result shows (specification §2, §3). Only 'paid' counts as success. */
export function toPaymentView(session: CheckoutSession) {
  const code = session.currency?.toLowerCase()
  const currency = isCurrency(code) ? code : DEFAULT_CURRENCY.tour
  return {
    isPaid: session.payment_status === 'paid',
    isOpen: session.payment_status === 'under review',
    explanation: paymentExplanation(session),
    transactionId: session.payment_intent?.id ?? MISSING,
    amount: session.amount_total === undefined ? MISSING : formatMoney({ cents: session.amount_total, currency }),
    method: capitalised(session.payment_method_types[0] ?? MISSING),
    date: session.created === undefined ? MISSING : momentText(session.created),
    status: capitalised(session.payment_status ?? MISSING),
    receiptUrl: session.receipt_url ?? undefined,
    isMove: session.booking?.kind === 'vehicle',
    againTourId: isToBeBookedAgain(session) ? (session.booking?.tourId ?? undefined) : undefined,
    bought: boughtBy(session),
    journey: journeyOf(session),
  }
}

/** Whether the booking has ended unpaid, so that the page should link back to the tour. */
function isToBeBookedAgain({ payment_status, booking }: CheckoutSession): boolean {
  return payment_status !== 'paid' && booking?.status === 'expired' && booking.isPaidTwice !== true
}

/** The upcoming journey; undefined unless it is paid and confirmed. */
function journeyOf({ booking, payment_status }: CheckoutSession) {
  if (payment_status !== 'paid' || !booking || !isConfirmed(booking.status ?? 'confirmed')) return undefined
  const { id, kind, tourId, reference, title, startsOn, timeZone } = booking
  return {
    id,
    kind: kind ?? ('tour' as const),
    tourId: tourId ?? undefined,
    reference,
    title,
    countdown: startsOn && countdownTo(startsOn, todayThere(timeZone)),
  }
}

function countdownTo(day: Day, today: Day): string | undefined {
  const days = daysBetween(today, day)
  if (days > 1) return `${days.toLocaleString('en')} days to go`
  return ['Today', 'Tomorrow'][days]
}

/** What was paid for, line by line; empty if the response does not say. */
function boughtBy({ booking, payment_status }: CheckoutSession): { name: string; value: string }[] {
  if (!booking) return []
  const { kind, status = 'confirmed', title, startsOn, timeZone, guests, refundPolicy } = booking
  const isTour = kind === 'tour'
  const isBooked = payment_status === 'paid' && isConfirmed(status) && startsOn
  const words = { ...(isTour ? TOUR_WORDS : SERVICE_WORDS), timeZone: zoneElsewhere(timeZone) }
  const lines = [
    { name: isTour ? 'Tour' : 'Service', value: title },
    { name: isTour ? 'Travel Date' : 'Date', value: startsOn && longDay(startsOn) },
    { name: 'Guests', value: guests ? String(guests) : undefined },
    {
      name: 'Cancellation',
      value: isBooked && refundAtStart(refundPolicy, startsOn, todayThere(timeZone), words),
    },
  ]
  return lines.flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}

/** Explains a payment in view of the booking's current state, since a result can be opened again long after the payment. */
export function paymentExplanation({ payment_status, booking }: CheckoutSession): string {
  const isMove = booking?.kind === 'vehicle'
  const status = booking?.status?.toLowerCase()
  switch (payment_status) {
    case 'paid':
      return paidText(isMove, status)
    case 'refunded':
      return returnedText(booking)
    case 'under review':
      return 'We’ve received your payment and are checking it. You don’t need to pay again. We’ll email you when we’ve finished.'
    default:
      return unpaidText(isMove, status)
  }
}

function paidText(isMove: boolean, status: string | undefined): string {
  if (status === 'cancelled') return 'This booking has since been cancelled. See My Bookings for your refund.'
  if (status === 'completed') return 'Your payment has arrived.'
  return `${isMove ? 'Your move is booked.' : 'Your seats are booked.'} We’ve emailed you a confirmation.`
}

function returnedText(booking: CheckoutSession['booking']): string {
  const isPayable = booking?.kind === 'vehicle' && booking.status?.toLowerCase() === 'approved'
  const next = isPayable ? 'You can pay your quote again from My Bookings.' : 'You don’t need to do anything.'
  return `${returnReason(booking)} We’re refunding this payment to your card in full. ${next}`
}

function returnReason(booking: CheckoutSession['booking']): string {
  const isMove = booking?.kind === 'vehicle'
  if (booking?.isPaidTwice === true) return `You’d already paid for this ${isMove ? 'move' : 'trip'}. That payment isn’t affected.`
  if (booking?.isNotAsAgreed === true) return 'This payment was for the wrong amount, so we couldn’t use it for a booking.'
  return isMove ? 'This booking could no longer be made.' : 'The seats were no longer available.'
}

function unpaidText(isMove: boolean, status: string | undefined): string {
  switch (status) {
    case undefined:
    case 'pending':
    case 'approved': {
      const untilWhen = isMove ? 'while the quote is valid' : 'while the seats are held'
      return `The payment didn’t go through, so you haven’t been charged. You can try again in My Bookings ${untilWhen}.`
    }
    case 'confirmed':
    case 'completed':
      return 'You haven’t been charged and there’s nothing to pay: your booking has been paid another way.'
    default:
      return `The payment didn’t go through, so you haven’t been charged. ${isMove ? 'The quote can no longer be paid.' : 'The seats are no longer held.'}`
  }
}
