import { z } from 'zod/mini'
import { emailSchema } from '#shared/accounts/public.ts'
import { staffAuditEntrySchema } from '#shared/audit/staff.ts'
import { currencySchema } from '#shared/currency-schema.ts'
import { daySchema } from '#shared/day-schema.ts'
import { storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { PAY_BY } from '#shared/payments/methods.ts'
import type { AttemptStatus, PaymentRole } from '#shared/payments/public.ts'
import type { DisputeStanding } from '#shared/refunds/disputes.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import type { RefundCause, RefundState } from '#shared/refunds/states.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { wordSchema } from '#shared/words.ts'
import { boughtFields } from './bought.ts'
import { BOOKING_TRANSITIONS } from './public.ts'
import type { BookingStatus } from './statuses.ts'

const STATUSES = Object.keys(BOOKING_TRANSITIONS.tour) as [BookingStatus, ...BookingStatus[]]
const MIN_SEARCH_LENGTH = 3
const TOO_SHORT = `Please type at least ${MIN_SEARCH_LENGTH} characters`

/** Response header of a search that matches more people than it considers: the list is incomplete, and a longer text is needed. */
export const SEARCH_LIMITED = 'x-search-limited'

const filterFields = {
  /** A reference, an id (of a booking, payment, session or refund), an amount, or part of a name or email address. */
  search: z.optional(
    z.string().check(typed, z.minLength(MIN_SEARCH_LENGTH, TOO_SHORT), z.maxLength(254, 'Your search is too long'), storable),
  ),
  kind: z.optional(z.enum(['tour', 'vehicle'], 'Unknown type')),
  status: z.optional(z.enum(STATUSES, 'Unknown status')),
  tour: z.optional(z.string().check(z.maxLength(100))),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Days on which it was booked, in the agency's time zone. */
  bookedFrom: z.optional(daySchema),
  bookedTo: z.optional(daySchema),
  /** For days of travel that are still to come. */
  order: z.optional(z.literal('soonest', 'Unknown sort order')),
}

/** Query of GET /staff/bookings-file, which contains all matching bookings. */
export const bookingFiltersSchema = z.object(filterFields)
export type BookingFilters = z.infer<typeof bookingFiltersSchema>

/** Query of GET /staff/bookings: newest first, or latest travel date first if filtered by tour or date of travel, unless asked for the soonest. */
export const listStaffBookingsQuerySchema = z.extend(pageQuerySchema, filterFields)
export type ListStaffBookingsQuery = z.infer<typeof listStaffBookingsQuerySchema>

export const staffBookingSchema = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(['tour', 'vehicle']),
  status: wordSchema<BookingStatus>(),
  title: z.string(),
  startsOn: daySchema,
  createdAt: momentSchema,
  total: decimalSchema,
  currency: currencySchema,
  /** Tours only. */
  tourId: z.nullable(z.string()),
  guests: z.nullable(z.number()),
  /** `email` is null for a customer without an email address. */
  customer: z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) }),
  paymentId: z.nullable(z.string()),
  openTasks: z.number(),
})
export type StaffBooking = z.infer<typeof staffBookingSchema>
export type ReadBooking = z.input<typeof staffBookingSchema>

const moment = z.nullable(momentSchema)
/** An unexpected payment may be in a currency that we do not know. */
const money = { amount: decimalSchema, currency: z.string() }

/** Response of POST /staff/bookings/{id}/read-again: how many objects the card provider was asked about, and how many it does not know. */
export const readAgainSchema = z.object({
  checkouts: z.number(),
  payments: z.number(),
  refunds: z.number(),
  disputes: z.number(),
  unknown: z.number(),
})
export type ReadAgain = z.infer<typeof readAgainSchema>

/** What staff can decide about a booking's money. */
export const BOOKING_ACTIONS = ['cancel', 'goodwill'] as const
export type BookingAction = (typeof BOOKING_ACTIONS)[number]

export const bookingNoteSchema = z.object({ id: z.string(), body: z.string(), writtenBy: z.string(), writtenAt: momentSchema })
export type BookingNote = z.infer<typeof bookingNoteSchema>

/** Body of POST /staff/bookings/{id}/notes. */
export const writeNoteBodySchema = z.object({
  body: z
    .string('Please write a note')
    .check(typed, z.minLength(1, 'Please write a note'), z.maxLength(2000, 'Notes can be up to 2,000 characters'), storable),
})

/**
 * Body of POST /staff/bookings/{id}/address. Refused unless `seenEmail` is still the current address and `seenAsked` the one requested but
 * not yet confirmed.
 */
export const correctAddressBodySchema = z.object({ email: emailSchema, seenEmail: emailSchema, seenAsked: z.nullable(emailSchema) })
export type CorrectAddressBody = z.infer<typeof correctAddressBodySchema>

const disputeSchema = z.object({
  id: z.string(),
  providerId: z.string(),
  amount: decimalSchema,
  /** Held by the bank while the dispute is open, kept once it is lost. */
  taken: decimalSchema,
  currency: z.string(),
  /** The provider's words. */
  reason: z.string(),
  status: z.string(),
  standing: wordSchema<DisputeStanding>(),
  dueAt: moment,
  openedAt: momentSchema,
  endedAt: moment,
})

/** What has come in and gone out for a booking in a currency, as the ledger has it. */
const bookingBalanceSchema = z.object({
  currency: z.string(),
  received: decimalSchema,
  returned: decimalSchema,
  /** Owed to the customer, or on its way. */
  owed: decimalSchema,
  /** Held by open disputes. */
  held: decimalSchema,
  /** Kept by lost disputes. */
  lost: decimalSchema,
  /** Still with the agency. */
  net: decimalSchema,
})
export type BookingBalance = z.infer<typeof bookingBalanceSchema>

/** Response of GET /staff/bookings/{id}: the booking's whole history, each part oldest first. */
export const bookingStorySchema = z.object({
  booking: z.extend(staffBookingSchema, {
    confirmedAt: moment,
    cancelledAt: moment,
    expiredAt: moment,
    /** For quote requests: when the customer withdrew. */
    withdrawnAt: moment,
    cancelReason: z.nullable(z.string()),
    policy: refundPolicySchema,
    travellers: z.array(z.string()),
    ...boughtFields,
    /** The number for this journey, or else the account's. */
    phone: z.nullable(shownPhoneSchema),
    /** Where the booking's emails go; `asked` is an address requested by staff but not yet confirmed. */
    emailsTo: z.object({ email: z.nullable(z.string()), asked: z.nullable(z.string()) }),
    /** For tours booked by staff: until when the unpaid seats are kept, and who booked. */
    reservation: z.nullable(z.object({ payBy: z.enum(PAY_BY), dueAt: momentSchema, madeBy: z.nullable(z.string()) })),
    contact: z.nullable(z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), phone: z.nullable(shownPhoneSchema) })),
  }),
  attempts: z.array(
    z.object({
      id: z.string(),
      status: wordSchema<AttemptStatus>(),
      ...money,
      sessionId: z.nullable(z.string()),
      createdAt: momentSchema,
      expiresAt: momentSchema,
      closedAt: moment,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      /** Null for an offline payment, which has a reference and the staff member who recorded it instead. */
      providerId: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      recordedBy: z.nullable(z.string()),
      role: wordSchema<PaymentRole>(),
      ...money,
      /** Given back or owed to the customer: a refund that failed is owed on. */
      returned: decimalSchema,
      /** Taken by lost disputes, beyond the refunds that they have made needless. */
      lost: z.optional(decimalSchema),
      method: z.string(),
      receiptUrl: z.nullable(z.string()),
      paidAt: momentSchema,
      disputes: z.optional(z.array(disputeSchema)),
      /** Set for an offline payment that was recorded by mistake, and never came. */
      voided: z.optional(z.object({ at: momentSchema, by: z.nullable(z.string()), reason: z.string() })),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      paymentId: z.string(),
      providerId: z.nullable(z.string()),
      state: wordSchema<RefundState>(),
      cause: wordSchema<RefundCause>(),
      ...money,
      failure: z.nullable(z.string()),
      /** For goodwill refunds: the explanation for the customer. */
      reason: z.nullable(z.string()),
      replaces: z.nullable(z.string()),
      createdAt: momentSchema,
    }),
  ),
  emails: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      recipient: z.nullable(z.string()),
      subject: z.string(),
      /** Without links that grant access. Null until it is sent, or if we no longer send this kind. */
      text: z.nullable(z.string()),
      createdAt: momentSchema,
      sentAt: moment,
      failedAt: moment,
      failure: z.nullable(z.string()),
    }),
  ),
  decisions: z.array(
    z.object({
      decision: wordSchema<'approved' | 'declined'>(),
      ...money,
      version: z.number(),
      reason: z.nullable(z.string()),
      decidedBy: z.nullable(z.string()),
      decidedAt: momentSchema,
    }),
  ),
  tasks: z.array(
    z.object({
      id: z.string(),
      kind: wordSchema<TaskKind>(),
      cause: z.string(),
      openedAt: momentSchema,
      dueAt: moment,
      closedAt: moment,
      outcome: z.nullable(z.string()),
    }),
  ),
  notes: z.array(bookingNoteSchema),
  /** Absent from a server of an earlier version. */
  balance: z.optional(z.array(bookingBalanceSchema)),
  /** What the requester can decide about its money now, and whether a manager could decide more. */
  actions: z.optional(z.array(wordSchema<BookingAction>())),
  isForManager: z.optional(z.boolean()),
})
export type BookingStory = z.infer<typeof bookingStorySchema>
export type ReadStory = z.input<typeof bookingStorySchema>

/** Response of GET /staff/bookings/{id}/audit: changes to it and to its payments, refunds and tasks, newest first. */
export const bookingAuditSchema = z.array(staffAuditEntrySchema)
