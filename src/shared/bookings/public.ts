import { z } from 'zod/mini'
import type { BookingStatus } from './statuses.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import { wordSchema } from '#shared/words.ts'
import { currencySchema } from '#shared/currency-schema.ts'
import type { Day } from '#shared/dates.ts'
import { visible } from '#shared/fields.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { needing, type Lenient } from '#shared/lenient.ts'
import { pictureSchema } from '#shared/tours/pictures.ts'
import { ownReviewSchema } from '#shared/reviews/public.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'

/**
 * The life cycle of a booking of each kind; the one table that both sides read (decisions, "Tours", "Vehicle and moving service").
 *
 * A tour is pending while its seats are held, confirmed when paid, cancelled after a refund request, and expired when the
 * hold ends unpaid. A vehicle booking is pending as a request for a quote, approved (it can be paid until the quote ends)
 * or declined by the staff, confirmed when paid, completed when its day is over, and expired when nobody pays in time or
 * its date comes before the staff have decided. Its customer can withdraw it while nobody has paid.
 */
export const BOOKING_TRANSITIONS = {
  tour: {
    pending: ['confirmed', 'expired', 'cancelled'],
    /** Paid after the hold had ended: honoured if seats remain. */
    expired: ['confirmed'],
    confirmed: ['cancelled'],
    cancelled: [],
    approved: [],
    declined: [],
    withdrawn: [],
    completed: [],
  },
  vehicle: {
    pending: ['approved', 'declined', 'withdrawn', 'expired'],
    /** To itself: quoted again, at another price. Declined: taken back by the staff before anybody paid. */
    approved: ['approved', 'confirmed', 'declined', 'withdrawn', 'expired'],
    /** Quoted again; or paid on a hosted checkout that was still open, which is honoured. */
    expired: ['approved', 'confirmed'],
    confirmed: ['cancelled', 'completed'],
    cancelled: [],
    declined: [],
    withdrawn: [],
    completed: [],
  },
} as const satisfies Record<string, Record<BookingStatus, readonly BookingStatus[]>>

export type BookingKind = keyof typeof BOOKING_TRANSITIONS

/** Returns whether a booking of a kind may go from one status to another. */
export function canBecome(kind: BookingKind, from: BookingStatus, to: BookingStatus): boolean {
  return (BOOKING_TRANSITIONS[kind][from] as readonly string[]).includes(to)
}

/**
 * Returns whether a booking is unfinished or still to come, so that it stands before those that are over (decisions, "Second round").
 * `today` is the one where the booking's days are counted, or the visitor's where a page arranges what it has. A day that is not known is still to come.
 */
export function isUpcoming(status: string, startsOn: Day | undefined, today: Day): boolean {
  const isOpen = ['pending', 'approved'].includes(status.toLowerCase())
  return isOpen || (isConfirmed(status) && (startsOn === undefined || startsOn >= today))
}

/** Returns whether a status is 'confirmed', in any letter case: only then can a booking be cancelled (specification §4). */
export function isConfirmed(status: string): boolean {
  return status.toLowerCase() === 'confirmed'
}

/**
 * Returns whether a booking can be reviewed: it is confirmed and its travel date is past (decisions, "Answers"). `today`
 * is the one where the booking's days are counted.
 */
export function isReviewable(status: string, travelOn: Day, today: Day): boolean {
  return isConfirmed(status) && travelOn < today
}

export type RefundPolicy = z.infer<typeof refundPolicySchema>

/** Returns the price of a tour booking, in cents: every guest pays the base price (specification §9). */
export function tourTotalCents(basePriceCents: number, guests: number): number {
  return basePriceCents * guests
}

const NO_REASON = 'No reason provided'
export const MAX_REASON_LENGTH = 5000

/** Returns the reason for a cancellation as it is sent and stored: people may leave it out, but it is never empty (specification §5). */
export function cancellationReason(text: string | null | undefined): string {
  return text?.trim() || NO_REASON
}

/** What has been or will be paid back. */
const refundSchema = needing(
  z.object({
    /** In the booking's currency: what has been returned or is on its way. */
    amount: decimalSchema,
    /** The state of the refund that matters now (refunds.ts). */
    state: wordSchema<RefundState>(),
    /** What did not arrive and has not been sent again; absent when there is nothing of the kind. */
    failedAmount: z.optional(decimalSchema),
    /** What did not arrive and was settled another way; absent when there is nothing of the kind. */
    settledAmount: z.optional(decimalSchema),
    /** What can be sent only once a dispute has ended; absent when there is nothing of the kind. */
    waitingAmount: z.optional(decimalSchema),
    /** What has gone back through the bank's dispute instead of a refund; absent when there is nothing of the kind. */
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
    /** The tour's first picture, as it is now; absent without any. */
    picture: z.optional(pictureSchema),
    travelDate: momentSchema,
    /** Where the days until travel are counted; missing where they count by the agency's clocks. */
    timeZone: z.optional(z.string()),
    numberOfPeople: z.number(),
    /** Decimal string; the specified view parses it as an integer (specification §3). */
    totalAmount: decimalSchema,
    currency: currencySchema,
    /** The provider's payment id; null while unpaid. */
    stripeid: z.nullable(z.string()),
    status: wordSchema<BookingStatus>(),
    /** When the hold of a pending booking ends (ISO moment), else null. */
    holdExpiresAt: z.nullable(momentSchema),
    /** Of pending seats that staff keep for somebody: until when they can be paid, in words; absent for any other. */
    heldUntil: z.optional(z.string()),
    /** Whether a pending booking has been paid by a method whose money is still to come (row 63); absent for any other. */
    isPaymentOnItsWay: z.optional(z.boolean()),
    /** Whether a pending booking has a payment that is not what was agreed, which a person judges (row 39); absent for any other. */
    isPaymentUnderReview: z.optional(z.boolean()),
    /** Null while no refund has been requested. */
    refund: z.nullable(refundSchema),
    /** The traveller's own review, and whether one can be written or changed now. */
    review: z.optional(z.nullable(ownReviewSchema)),
    canReview: z.optional(z.boolean()),
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
    /** Decimal string: the staff's quote when it differs from the requested price. `price` already holds it. */
    quotedPrice: z.optional(z.nullable(decimalSchema)),
    /** Why the price was adjusted or the request declined, in words for the customer. */
    reason: z.optional(z.nullable(z.string())),
    /** The moment until which an approved quote can be paid (ISO), else null. */
    payUntil: z.optional(z.nullable(momentSchema)),
    /** Whether a checkout of the unpaid quote is complete and its money still to come (row 63); absent for any other. */
    isPaymentOnItsWay: z.optional(z.boolean()),
    /** Whether an unpaid quote has a payment that is not what was agreed, which a person judges (row 39); absent for any other. */
    isPaymentUnderReview: z.optional(z.boolean()),
    /** Null while no refund has been requested. */
    refund: z.optional(z.nullable(refundSchema)),
  }),
  'id',
)
export type VehicleBooking = z.infer<typeof vehicleBookingSchema>

/** GET /refund/preview/{bookingId}, beyond specification §7: what a cancellation now would give back. */
export const refundPreviewSchema = needing(
  z.object({
    tier: z.enum(['full', 'partial', 'none']),
    /** Decimal strings in the booking's currency. */
    refundAmount: decimalSchema,
    totalAmount: decimalSchema,
    /** What has gone back before, or is on its way, such as by a refund made outside this site. */
    returnedAmount: z.optional(decimalSchema),
    /** How the bank's dispute of the payment stands: a refund may have to wait for its end; once it is lost, none comes from us. */
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
      z.nullable(z.string().check(visible, z.maxLength(MAX_REASON_LENGTH, `Reason is limited to ${MAX_REASON_LENGTH} characters`))),
    ),
    z.transform(cancellationReason),
  ),
})
export const createRefundResponseSchema = z.object({
  message: z.string(),
  status: wordSchema<BookingStatus>(),
  refund: z.nullable(z.object({ amount: z.string(), currency: currencySchema, state: wordSchema<RefundState>() })),
})

/** Returns whether a text, in any case, begins like a reference: of people's own bookings (`M-7K3P9XQD`), or of generated ones. */
export function isReference(text: string): boolean {
  return /^[gm]-/i.test(text)
}
