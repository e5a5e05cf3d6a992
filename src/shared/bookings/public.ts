import { z } from 'zod/mini'
import { boughtFields } from './bought.ts'
import type { BookingStatus } from './statuses.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import { wordSchema } from '#shared/words.ts'
import { currencySchema } from '#shared/currency-schema.ts'
import type { Day } from '#shared/dates.ts'
import { visible } from '#shared/fields.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { needing, type Lenient } from '#shared/lenient.ts'
import { pictureSchema } from '#shared/tours/pictures.ts'
import { ownReviewSchema } from '#shared/reviews/own.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'

/**
 * The life cycle of each kind of booking, in the one table that server and web share.
 *
 * A tour is pending while its seats are held, confirmed when paid, cancelled after a refund request, and expired when the hold ends unpaid.
 * A vehicle booking is pending as a request for a quote, approved (payable until the quote ends) or declined by staff, confirmed when paid,
 * completed when its day is over, and expired if it is not paid in time or its date comes before the staff have decided. Its customer can
 * withdraw it until it is paid.
 */
export const BOOKING_TRANSITIONS = {
  tour: {
    pending: ['confirmed', 'expired', 'cancelled'],
    /** Paid after the hold ended: honoured if seats remain. */
    expired: ['confirmed'],
    /** To pending: its payment was recorded by mistake. */
    confirmed: ['cancelled', 'pending'],
    cancelled: [],
    approved: [],
    declined: [],
    withdrawn: [],
    completed: [],
  },
  vehicle: {
    pending: ['approved', 'declined', 'withdrawn', 'expired'],
    /** To itself: quoted again at another price. To declined: taken back by staff before it was paid. */
    approved: ['approved', 'confirmed', 'declined', 'withdrawn', 'expired'],
    /** Quoted again, or paid on a hosted checkout that was still open, which is honoured. */
    expired: ['approved', 'confirmed'],
    /** To approved: its payment was recorded by mistake. */
    confirmed: ['cancelled', 'completed', 'approved'],
    cancelled: [],
    declined: [],
    withdrawn: [],
    completed: [],
  },
} as const satisfies Record<string, Record<BookingStatus, readonly BookingStatus[]>>

export type BookingKind = keyof typeof BOOKING_TRANSITIONS

/** Whether a booking of this kind may change from one status to another. */
export function canBecome(kind: BookingKind, from: BookingStatus, to: BookingStatus): boolean {
  return (BOOKING_TRANSITIONS[kind][from] as readonly string[]).includes(to)
}

/**
 * Whether a booking is unfinished or upcoming, so that it precedes past ones. `today` is in the booking's time zone, or the visitor's on a
 * page that only sorts what it has. An unknown date counts as upcoming.
 */
export function isUpcoming(status: string, startsOn: Day | undefined, today: Day): boolean {
  const isOpen = ['pending', 'approved'].includes(status.toLowerCase())
  return isOpen || (isConfirmed(status) && (startsOn === undefined || startsOn >= today))
}

/** Whether a status is 'confirmed', ignoring case: only then can a booking be cancelled (specification §4). */
export function isConfirmed(status: string): boolean {
  return status.toLowerCase() === 'confirmed'
}

/** Whether a booking can be reviewed: confirmed, with its travel date in the past. `today` is in the booking's time zone. */
export function isReviewable(status: string, travelOn: Day, today: Day): boolean {
  return isConfirmed(status) && travelOn < today
}

export type RefundPolicy = z.infer<typeof refundPolicySchema>

/** The price of a tour booking in cents: every guest pays the base price (specification §9). */
export function tourTotalCents(basePriceCents: number, guests: number): number {
  return basePriceCents * guests
}

const NO_REASON = 'No reason provided'
export const MAX_REASON_LENGTH = 5000

/** The cancellation reason to send and store: optional for people, but never empty (specification §5). */
export function cancellationReason(text: string | null | undefined): string {
  return text?.trim() || NO_REASON
}

/** What has been or will be refunded. */
const refundSchema = needing(
  z.object({
    /** Amount returned or on its way, in the booking's currency. */
    amount: decimalSchema,
    /** State of the decisive refund (refunds/public.ts). */
    state: wordSchema<RefundState>(),
    /** Refunds that failed and were not sent again; absent if there are none. */
    failedAmount: z.optional(decimalSchema),
    /** Refunds that failed and were settled another way; absent if there are none. */
    settledAmount: z.optional(decimalSchema),
    /** Refunds that must wait for the end of a dispute; absent if there are none. */
    waitingAmount: z.optional(decimalSchema),
    /** Money returned by the bank's dispute instead of a refund; absent if there is none. */
    disputedAmount: z.optional(decimalSchema),
  }),
  'amount',
)
export type BookingRefund = z.infer<typeof refundSchema>
export type LenientRefund = Lenient<typeof refundSchema>

export const tourBookingSchema = needing(
  z.object({
    id: z.string(),
    reference: z.string(),
    tourPackage: z.object({ id: z.string(), name: z.string(), destination: z.string() }),
    /** The tour's current first picture; absent if it has none. */
    picture: z.optional(pictureSchema),
    travelDate: momentSchema,
    /** Time zone for counting the days until travel; if missing, the agency's applies. */
    timeZone: z.optional(z.string()),
    numberOfPeople: z.number(),
    /** Decimal string; the specified view parses it as an integer (specification §3). */
    totalAmount: decimalSchema,
    currency: currencySchema,
    /** The provider's payment id; null while unpaid. */
    stripeid: z.nullable(z.string()),
    status: wordSchema<BookingStatus>(),
    /** When a pending booking's hold ends (ISO 8601), else null. */
    holdExpiresAt: z.nullable(momentSchema),
    /** For pending seats reserved by staff: until when they can be paid, in words. */
    heldUntil: z.optional(z.string()),
    /** Set for a pending booking whose payment is not what was agreed and awaits a decision, or has not arrived yet. */
    isPaymentUnderReview: z.optional(z.boolean()),
    /** Null while no refund has been requested. */
    refund: z.nullable(refundSchema),
    /** The traveller's own review, and whether one can be written or changed now. */
    review: z.optional(z.nullable(ownReviewSchema)),
    canReview: z.optional(z.boolean()),
    ...boughtFields,
  }),
  'id',
)
export type TourBooking = z.infer<typeof tourBookingSchema>

export const vehicleBookingSchema = needing(
  z.object({
    id: z.string(),
    reference: z.string(),
    serviceType: z.nullable(z.object({ id: z.string(), name: z.string() })),
    pickupDate: momentSchema,
    dropoffDate: momentSchema,
    price: decimalSchema,
    currency: currencySchema,
    status: wordSchema<BookingStatus>(),
    stripeId: z.nullable(z.string()),
    pickupLocation: z.string(),
    dropoffLocation: z.string(),
    itemDetails: z.object({
      items: z.array(z.object({ name: z.string(), dimensions: z.string(), photos: z.array(z.string()) })),
      floorCount: z.number(),
      helpers: z.number(),
    }),
    /** Decimal string: the staff's quote if it differs from the requested price. `price` already includes it. */
    quotedPrice: z.optional(z.nullable(decimalSchema)),
    /** Why the price was adjusted or the request declined, for the customer to read. */
    reason: z.optional(z.nullable(z.string())),
    /** Until when an approved quote can be paid (ISO 8601), else null. */
    payUntil: z.optional(z.nullable(momentSchema)),
    /** Set for an unpaid quote whose payment is not what was agreed and awaits a decision, or has not arrived yet. */
    isPaymentUnderReview: z.optional(z.boolean()),
    /** Null while no refund has been requested. */
    refund: z.optional(z.nullable(refundSchema)),
  }),
  'id',
)
export type VehicleBooking = z.infer<typeof vehicleBookingSchema>

/** Response of GET /refund/preview/{bookingId}, beyond specification §7: the refund if cancelled now. */
export const refundPreviewSchema = needing(
  z.object({
    tier: z.enum(['full', 'partial', 'none']),
    /** Decimal strings in the booking's currency. */
    refundAmount: decimalSchema,
    totalAmount: decimalSchema,
    /** Amount already returned or on its way, for example by a refund made outside this site. */
    returnedAmount: z.optional(decimalSchema),
    /** State of the bank's dispute of the payment: a refund may have to wait for its end, and after a lost one there is none from us. */
    dispute: z.optional(z.enum(['none', 'open', 'lost'])),
    currency: currencySchema,
    daysLeft: z.number(),
    policy: refundPolicySchema,
  }),
  'tier',
  'refundAmount',
  'totalAmount',
  'currency',
  'daysLeft',
)
export type RefundPreview = z.infer<typeof refundPreviewSchema>

/** Body of POST /refund/create (specification §7). `stripeId` is only compared with our own record. */
export const createRefundBodySchema = z.object({
  bookingId: z.string('bookingId is required').check(z.minLength(1, 'bookingId is required'), z.maxLength(64, 'bookingId is too long')),
  stripeId: z.optional(z.nullable(z.string().check(z.maxLength(255, 'stripeId is too long')))),
  reason: z.pipe(
    z.optional(
      z.nullable(z.string().check(visible, z.maxLength(MAX_REASON_LENGTH, `Reason must be at most ${MAX_REASON_LENGTH} characters`))),
    ),
    z.transform(cancellationReason),
  ),
})
export const createRefundResponseSchema = z.object({
  message: z.string(),
  status: wordSchema<BookingStatus>(),
  refund: z.nullable(z.object({ amount: z.string(), currency: currencySchema, state: wordSchema<RefundState>() })),
})
