import { minutesText, pickupText } from '#shared/bookings/bought.ts'
import { isConfirmed, type tourBookingSchema, type vehicleBookingSchema, type LenientRefund } from '#shared/bookings/public.ts'
import { dayIn, isDay, localToday, longDay, shortDay, type Day } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney, type Currency, type Decimals } from '#shared/money.ts'
import type { OwnReview } from '#shared/reviews/own.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import type { PictureRecord } from '#web/components/picture.tsx'

type BookingKind = 'tour' | 'vehicle' | 'tool'
export type TourBooking = Lenient<typeof tourBookingSchema>
export type VehicleBooking = Lenient<typeof vehicleBookingSchema>

/** A booking of any kind as My Bookings shows it (specification §2, §3). */
export type BookingView = {
  kind: BookingKind
  id: string
  /** The short, human-readable reference; undefined if the response has none. */
  reference: string | undefined
  title: string
  /** The value of Destination or Service in the details. */
  subject: string
  duration: string
  /** Vehicles only; includes the years that the duration lacks. */
  longDuration?: string
  shortDate: string
  longDate: string
  /** Tours only, if the response has them. */
  adults?: number | undefined
  children?: number
  /** In the format specified for cards. */
  price: string
  /** In the format used everywhere else. */
  amount: string
  currency: Currency
  status: string
  isConfirmed: boolean
  stripeId: string | null
  holdExpiresAt: string | null
  /** Until when staff hold the seats, in words; undefined for seats held by a checkout. */
  heldUntil?: string | undefined
  /** The state of a payment that has not confirmed the booking yet but need not be made again. */
  paymentText?: string | undefined
  /** The refund in words; undefined if none was to be expected. */
  refundText: string | undefined
  /** Tours only. */
  picture?: PictureRecord | undefined
  tourId?: string | undefined
  /** Tours with options only: the option, its start and pickup in words, and what was bought. */
  option?: string | undefined
  pickup?: string | undefined
  lines?: TourBooking['lines']
  /** Tours only: the traveller's own review, and whether one can be written or changed. */
  review?: OwnReview | null
  canReview?: boolean
  /** Vehicles only: the staff's message about the quote, and until when it can be paid (ISO 8601). */
  reason?: string | null
  payUntil?: string | null
}

const HAS_ZONE = /T[^T]*(Z|[+-]\d\d:?\d\d)$/

/** Fallbacks for responses without a date, amount or name. */
export const NO_DAY = 'Date to be confirmed'
export const NO_AMOUNT = '–'
const NO_TOUR = 'Unknown Tour'
/** Specification §3. */
const NO_SERVICE = 'Unknown Service'

/** Returns the date of a day or a moment; a moment with a zone is converted to the visitor's time zone. */
function dayOf(text = '', dayAt: (moment: Date) => Day = localToday): Day | undefined {
  const moment = new Date(text)
  const day = HAS_ZONE.test(text) && !Number.isNaN(moment.getTime()) ? dayAt(moment) : text.slice(0, 10)
  return isDay(day) ? day : undefined
}

function dayOfMove(text: string | undefined): Day | undefined {
  return dayOf(text, (moment) => dayIn(PICKUP_TIME_ZONE, moment))
}

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
    option: optionText(booking.option),
    pickup: pickupOf(booking.option),
    lines: booking.lines,
    currency,
    ...statusFields(booking.status),
    stripeId: booking.stripeid ?? null,
    holdExpiresAt: booking.holdExpiresAt ?? null,
    heldUntil: booking.heldUntil,
    paymentText: paymentText(booking),
    refundText: refund ? refundText(refund, currency) : undefined,
    review: ownReviewOf(booking.review),
    canReview: booking.canReview === true,
  }
}

/** "Sunrise, 03:00 (5 h)". */
function optionText(option: TourBooking['option']): string | undefined {
  if (option?.name === undefined) return undefined
  const { name, startTime, minutes } = option
  return `${[name, startTime].filter(Boolean).join(', ')}${minutes ? ` (${minutesText(minutes)})` : ''}`
}

function pickupOf({ pickup, startTime = null }: NonNullable<TourBooking['option']> = {}): string | undefined {
  const { place, minutesBefore } = pickup ?? {}
  return place === undefined || minutesBefore === undefined ? undefined : pickupText({ pickup: { place, minutesBefore }, startTime })
}

function paymentText({ isPaymentUnderReview }: TourBooking | VehicleBooking): string | undefined {
  if (isPaymentUnderReview !== true) return undefined
  return 'We’ve received your payment and are checking it. You don’t need to pay again. We’ll email you when we’ve finished.'
}

function ownReviewOf(review: TourBooking['review']): OwnReview | null {
  if (!review) return null
  const { rating, text = '', authorName = '' } = review
  return { rating, text, authorName }
}

/** "$2490": cards show a plain number after its symbol (specification §2). */
function cardPrice(amount: string | undefined, currency: Currency, decimals: Decimals): string {
  return amount === undefined ? NO_AMOUNT : formatMoney(toMoney(amount, currency), decimals, false)
}

function fullAmount(amount: string | undefined, currency: Currency): string {
  return amount === undefined ? NO_AMOUNT : formatMoney(toMoney(amount, currency))
}

/** The fields by which bookings are sorted. */
export type BookingTime = {
  status: string
  day: Day | undefined
  /** Where its days are counted, if not by the visitor's clock. */
  timeZone?: string | undefined
}

/** Extracts only the sort fields, which is cheaper than building the whole view. */
export function timeOfTour({ status = '', travelDate, timeZone }: TourBooking): BookingTime {
  return { status, day: dayOf(travelDate), timeZone }
}

export function timeOfVehicle({ status = '', pickupDate }: VehicleBooking): BookingTime {
  return { status, day: dayOfMove(pickupDate), timeZone: PICKUP_TIME_ZONE }
}

export function toVehicleView(booking: VehicleBooking): BookingView {
  const days = [booking.pickupDate, booking.dropoffDate].map(dayOfMove)
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
    paymentText: paymentText(booking),
    refundText: refund ? refundText(refund, currency) : undefined,
    reason: booking.reason ?? null,
    payUntil: booking.payUntil ?? null,
  }
}

/** A missing status is shown as "unknown" and allows no actions. */
function statusFields(status = 'unknown'): Pick<BookingView, 'status' | 'isConfirmed'> {
  return { status, isConfirmed: isConfirmed(status) }
}

/** "2 travelers", in the spelling specified for tour cards. */
export function travelersText(view: BookingView): string {
  if (view.adults === undefined) return NO_AMOUNT
  const count = view.adults + (view.children ?? 0)
  return count === 1 ? '1 traveler' : `${count} travelers`
}

/** A readable status such as "Confirmed"; unknown ones are shown as received. */
export function statusText(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The status text; a vehicle request without an answer is "waiting for its quote". */
export function statusOf({ kind, status }: Pick<BookingView, 'kind' | 'status'>): string {
  return kind === 'vehicle' && status.toLowerCase() === 'pending' ? 'Awaiting quote' : statusText(status)
}

type AmountName = 'amount' | 'failedAmount' | 'settledAmount' | 'waitingAmount' | 'disputedAmount'

/** If a response has a single amount, it belongs to the refund whose state it gives. */
const AMOUNT_OF_STATE: Partial<Record<string, AmountName>> = {
  failed: 'failedAmount',
  canceled: 'failedAmount',
  blocked: 'waitingAmount',
  lost: 'disputedAmount',
  settled: 'settledAmount',
}

export function refundText(refund: LenientRefund, currency: Currency): string {
  const state = (refund.state ?? '').toLowerCase()
  const { failedAmount, settledAmount, waitingAmount, disputedAmount } = refund
  const isOnly = [failedAmount, settledAmount, waitingAmount, disputedAmount].every((each) => each === undefined)
  const amounts: { [name in AmountName]?: string | undefined } = isOnly ? { [AMOUNT_OF_STATE[state] ?? 'amount']: refund.amount } : refund
  const say = (name: AmountName, sentence: (money: string) => string) => {
    const money = toMoney(amounts[name] ?? 0, currency)
    return money.cents > 0 ? [sentence(formatMoney(money))] : []
  }
  const sentences = [
    ...say('amount', (money) => returnedText(money, state)),
    ...say('waitingAmount', (money) => `Your refund of ${money} is on hold until your bank settles the dispute.`),
    ...say('disputedAmount', (money) => `Your bank has already returned ${money} to you through the dispute, so we won’t refund it again.`),
    ...say('settledAmount', (money) => `Your refund of ${money} didn’t reach your card, so we paid you another way.`),
    ...say('failedAmount', (money) => `Your refund of ${money} didn’t reach your card. We’re looking into it and will email you.`),
  ]
  return sentences.join(' ') || 'No refund was due under the refund policy.'
}

function returnedText(money: string, state: string): string {
  if (state === 'requested') return `We’re refunding ${money} to your card.`
  const isBack = state === 'succeeded' || AMOUNT_OF_STATE[state] !== undefined
  return `${money} ${isBack ? 'has been refunded' : 'is on its way back'} to your card.`
}
