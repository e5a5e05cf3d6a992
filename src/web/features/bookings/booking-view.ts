import { isConfirmed, type tourBookingSchema, type vehicleBookingSchema } from '#shared/bookings/public.ts'
import { isDay, localToday, longDay, shortDay, type Day } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney, type Currency, type Decimals } from '#shared/money.ts'
import type { OwnReview } from '#shared/reviews/public.ts'
import type { PictureRecord } from '#web/components/picture.tsx'
import type { BookingTime } from './booking-order.ts'
import { refundText } from './refund-text.ts'

type BookingKind = 'tour' | 'vehicle' | 'tool'
export type TourBooking = Lenient<typeof tourBookingSchema>
export type VehicleBooking = Lenient<typeof vehicleBookingSchema>

/** One booking as My Bookings shows it, whatever it is for (specification §2, §3). */
export type BookingView = {
  kind: BookingKind
  id: string
  /** The short reference that people use; undefined where the response has none. */
  reference: string | undefined
  title: string
  /** The text at Destination or Service in the details. */
  subject: string
  duration: string
  /** Vehicles only: with the years, where the duration has none. */
  longDuration?: string
  shortDate: string
  longDate: string
  /** Tours only, and only where the response has them. */
  adults?: number | undefined
  children?: number
  /** As the specified card shows it. */
  price: string
  /** As amounts are written everywhere else. */
  amount: string
  currency: Currency
  status: string
  isConfirmed: boolean
  stripeId: string | null
  holdExpiresAt: string | null
  /** Until when staff keep the seats, in words; undefined of what a checkout holds. */
  heldUntil?: string | undefined
  /** What has become of a payment that has not confirmed the booking yet, and need not be made again; undefined without one. */
  paymentText?: string | undefined
  /** What the booking gave back, in words; undefined where no refund was to be expected. */
  refundText: string | undefined
  /** Tours only. */
  picture?: PictureRecord | undefined
  tourId?: string | undefined
  /** Tours only: the traveller's own review and whether one can be written or changed. */
  review?: OwnReview | null
  canReview?: boolean
  /** Vehicles only: the staff's words about the quote, and until when it can be paid (ISO moment). */
  reason?: string | null
  payUntil?: string | null
}

const HAS_ZONE = /T[^T]*(Z|[+-]\d\d:?\d\d)$/

/** Shown where a response has no day, no amount or no name. */
export const NO_DAY = 'Date to be confirmed'
export const NO_AMOUNT = '–'
const NO_TOUR = 'Unknown Tour'
/** Specified for vehicles (specification §3). */
const NO_SERVICE = 'Unknown Service'

/** Returns the calendar day of a day or a moment; a moment with a zone is read in the visitor's time zone. */
function dayOf(text = ''): Day | undefined {
  const day = HAS_ZONE.test(text) ? localToday(new Date(text)) : text.slice(0, 10)
  return isDay(day) ? day : undefined
}

/** Returns a day in its short and its long form. */
function datesOf(day: Day | undefined): Pick<BookingView, 'shortDate' | 'longDate'> {
  return day === undefined ? { shortDate: NO_DAY, longDate: NO_DAY } : { shortDate: shortDay(day), longDate: longDay(day) }
}

export function toTourView(booking: TourBooking): BookingView {
  const { name, destination } = booking.tourPackage ?? {}
  const title = name ?? destination ?? NO_TOUR
  const { totalAmount, refund, currency = DEFAULT_CURRENCY.tour } = booking
  return {
    kind: 'tour',
    id: booking.id,
    reference: booking.reference,
    title,
    subject: destination && !title.includes(destination) ? `${title}, ${destination}` : title,
    duration: 'N/A',
    ...datesOf(dayOf(booking.travelDate)),
    adults: booking.numberOfPeople,
    children: 0,
    // Parsed as an integer (specification §3).
    price: cardPrice(totalAmount, currency, 'never'),
    amount: fullAmount(totalAmount, currency),
    picture: booking.picture,
    tourId: booking.tourPackage?.id,
    currency,
    ...statusFields(booking.status),
    stripeId: booking.stripeid ?? null,
    holdExpiresAt: booking.holdExpiresAt ?? null,
    heldUntil: booking.heldUntil,
    paymentText: paymentText(booking, 'Your seats are held'),
    refundText: refund ? refundText(refund, currency) : undefined,
    review: ownReviewOf(booking.review),
    canReview: booking.canReview === true,
  }
}

function paymentText({ isPaymentOnItsWay, isPaymentUnderReview }: TourBooking | VehicleBooking, kept: string): string | undefined {
  if (isPaymentOnItsWay === true) return `Your payment is on its way from your bank. ${kept} until it arrives.`
  if (isPaymentUnderReview !== true) return undefined
  return 'We have received your payment and are checking it. You need not pay again: we will write to you as soon as we have decided.'
}

function ownReviewOf(review: TourBooking['review']): OwnReview | null {
  if (!review) return null
  const { rating, text = '', authorName = '' } = review
  return { rating, text, authorName }
}

/** Returns "$2490": on the specified card the price is a plain number after its symbol (specification §2). */
function cardPrice(amount: string | undefined, currency: Currency, decimals: Decimals): string {
  return amount === undefined ? NO_AMOUNT : formatMoney(toMoney(amount, currency), decimals, false)
}

/** Returns "$2,490.50". */
function fullAmount(amount: string | undefined, currency: Currency): string {
  return amount === undefined ? NO_AMOUNT : formatMoney(toMoney(amount, currency))
}

/** Returns when a tour booking is, without the cost of its whole view. */
export function timeOfTour({ status = '', travelDate, timeZone }: TourBooking): BookingTime {
  return { status, day: dayOf(travelDate), timeZone }
}

/** Returns when a vehicle booking is. */
export function timeOfVehicle({ status = '', pickupDate }: VehicleBooking): BookingTime {
  return { status, day: dayOf(pickupDate) }
}

export function toVehicleView(booking: VehicleBooking): BookingView {
  const days = [booking.pickupDate, booking.dropoffDate].map(dayOf)
  const title = booking.serviceType?.name ?? NO_SERVICE
  const { price, refund, currency = DEFAULT_CURRENCY.vehicle } = booking
  return {
    kind: 'vehicle',
    id: booking.id,
    reference: booking.reference,
    title,
    subject: title,
    duration: days.map((day) => (day === undefined ? '…' : shortDay(day))).join(' to '),
    longDuration: days.map((day) => (day === undefined ? '…' : longDay(day))).join(' to '),
    ...datesOf(days[0]),
    // A decimal (specification §3).
    price: cardPrice(price, currency, 'if any'),
    amount: fullAmount(price, currency),
    currency,
    ...statusFields(booking.status),
    stripeId: booking.stripeId ?? null,
    holdExpiresAt: null,
    paymentText: paymentText(booking, 'Your quote stays open'),
    refundText: refund ? refundText(refund, currency) : undefined,
    reason: booking.reason ?? null,
    payUntil: booking.payUntil ?? null,
  }
}

/** Returns what follows from the status; a missing status is shown as such, and allows nothing. */
function statusFields(status = 'unknown'): Pick<BookingView, 'status' | 'isConfirmed'> {
  return { status, isConfirmed: isConfirmed(status) }
}

/** Returns "2 travelers": the specified spelling of the count on a tour's card. */
export function travelersText(view: BookingView): string {
  if (view.adults === undefined) return NO_AMOUNT
  const count = view.adults + (view.children ?? 0)
  return count === 1 ? '1 traveler' : `${count} travelers`
}

/** Returns "Confirmed": the status as a person reads it; unknown ones are shown as they come. */
export function statusText(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** Returns the text beside the dot: a vehicle request that nobody has answered yet is waiting for its quote. */
export function statusOf({ kind, status }: Pick<BookingView, 'kind' | 'status'>): string {
  return kind === 'vehicle' && status.toLowerCase() === 'pending' ? 'Awaiting quote' : statusText(status)
}
