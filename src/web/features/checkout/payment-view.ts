import { daysBetween, longDay, type Day } from '#shared/dates.ts'
import { isConfirmed } from '#shared/bookings/public.ts'
import { refundAtStart, SERVICE_WORDS, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { DEFAULT_CURRENCY, formatMoney, isCurrency } from '#shared/money.ts'
import { todayThere, zoneElsewhere } from '#web/lib/today-there.ts'
import type { CheckoutSession } from './checkout-session.ts'
import { paymentExplanation } from './payment-explanation.ts'

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
