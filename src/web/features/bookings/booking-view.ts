import { isConfirmed, type TourBooking, type VehicleBooking } from '#shared/bookings.ts'
import { localToday, longDay, shortDay, type Day } from '#shared/dates.ts'
import { currencyOf, DEFAULT_CURRENCY, formatMoney, toMoney, type Currency, type Decimals, type Money } from '#shared/money.ts'
import { refundText } from './refund-text.ts'

export type BookingKind = 'tour' | 'vehicle' | 'tool'

/** One booking as My Bookings shows it, whatever it is for (specification §2, specification §3). */
export type BookingView = {
  kind: BookingKind
  id: string
  /** The short name that people use; undefined where the answer has none. */
  reference: string | undefined
  title: string
  /** What stands at Destination or Service in the details. */
  subject: string
  duration: string
  shortDate: string
  longDate: string
  /** Tours only. */
  adults?: number
  children?: number
  price: string
  currency: Currency
  status: string
  isConfirmed: boolean
  stripeId: string | null
  holdExpiresAt: string | null
  /** What it gave back, in words; undefined where nothing was to come back. */
  refundText: string | undefined
  /** Tours only: the traveller's own review, and whether one can be written or changed. */
  review?: TourBooking['review']
  canReview?: boolean
  /** Vehicles only: the staff's words about the quote, and until when it can be paid (ISO moment). */
  reason?: string | null
  payUntil?: string | null
}

const HAS_ZONE = /T.*(Z|[+-]\d\d:?\d\d)$/

/** The calendar day of a day or a moment: a moment with a zone counts where the visitor is. */
function dayOf(text: string): Day {
  return HAS_ZONE.test(text) ? localToday(new Date(text)) : text.slice(0, 10)
}

export function toTourView(booking: TourBooking): BookingView {
  const { name, destination } = booking.tourPackage
  const day = dayOf(booking.travelDate)
  const currency = currencyOf(booking.currency, DEFAULT_CURRENCY.tour)
  return {
    kind: 'tour',
    id: booking.id,
    reference: booking.reference,
    title: name,
    subject: destination && !name.includes(destination) ? `${name}, ${destination}` : name,
    duration: 'N/A',
    shortDate: shortDay(day),
    longDate: longDay(day),
    adults: booking.numberOfPeople,
    children: 0,
    // Parsed as an integer (specification §3).
    price: cardPrice(toMoney(booking.totalAmount, currency), 'never'),
    currency,
    status: booking.status,
    isConfirmed: isConfirmed(booking.status),
    stripeId: booking.stripeid,
    holdExpiresAt: booking.holdExpiresAt ?? null,
    refundText: booking.refund ? refundText(booking.refund, currency) : undefined,
    review: booking.review ?? null,
    canReview: booking.canReview === true,
  }
}

/** "$2490": on the specified card the price is a plain number behind its symbol (specification §2). */
function cardPrice(price: Money, decimals: Decimals): string {
  return formatMoney(price, decimals, false)
}

export function toVehicleView(booking: VehicleBooking): BookingView {
  const pickup = dayOf(booking.pickupDate)
  const title = booking.serviceType?.name ?? 'Unknown Service'
  const currency = currencyOf(booking.currency, DEFAULT_CURRENCY.vehicle)
  return {
    kind: 'vehicle',
    id: booking.id,
    reference: booking.reference,
    title,
    subject: title,
    duration: `${shortDay(pickup)} to ${shortDay(dayOf(booking.dropoffDate))}`,
    shortDate: shortDay(pickup),
    longDate: longDay(pickup),
    // A decimal (specification §3).
    price: cardPrice(toMoney(booking.price, currency), 'if any'),
    currency,
    status: booking.status,
    isConfirmed: isConfirmed(booking.status),
    stripeId: booking.stripeId,
    holdExpiresAt: null,
    refundText: booking.refund ? refundText(booking.refund, currency) : undefined,
    reason: booking.reason ?? null,
    payUntil: booking.payUntil ?? null,
  }
}

/** "2 travelers": the specified spelling of the count on a tour's card. */
export function travelersText(view: BookingView): string {
  const count = (view.adults ?? 0) + (view.children ?? 0)
  return count === 1 ? '1 traveler' : `${count} travelers`
}

/** "Confirmed": the status as a person reads it; other names are shown as they come. */
export function statusText(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** What stands beside the dot: a vehicle request that nobody has answered yet waits for its quote. */
export function statusOf({ kind, status }: Pick<BookingView, 'kind' | 'status'>): string {
  return kind === 'vehicle' && status.toLowerCase() === 'pending' ? 'Awaiting quote' : statusText(status)
}
