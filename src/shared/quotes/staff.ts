import { z } from 'zod/mini'
import { BOOKING_STATUSES } from '#shared/bookings/statuses.ts'
import { typed } from '#shared/fields.ts'
import { vehicleBookingSchema } from '#shared/bookings/public.ts'
import { needing } from '#shared/lenient.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { photoSchema } from '#shared/photo-schema.ts'

const NOT_A_PRICE = 'The price must be a number'
const TOO_HIGH = 'The price is too high'
const MAX_PRICE_CENTS = 1_000_000_000

const reason = z.string('Please enter a reason').check(typed, z.maxLength(1000, 'Reason must be at most 1,000 characters'))

/** Query of GET /staff/quotes: a page of all quotes, or of those with one status. */
export const listQuotesQuerySchema = z.extend(pageQuerySchema, {
  status: z.optional(z.enum(BOOKING_STATUSES, 'Unknown status')),
})

/** The quote as shown to the user. If it has changed since, the decision is refused, saying who changed it. */
const seen = z.optional(z.object({ status: z.enum(BOOKING_STATUSES), version: z.number() }))
export type SeenQuote = NonNullable<z.infer<typeof seen>>

/** Body of POST /staff/quotes/{id}/approve. Without `priceCents` the price doesn’t change; a different one needs a reason for the customer. */
export const approveQuoteBodySchema = z.object({
  priceCents: z.optional(z.number(NOT_A_PRICE).check(z.gte(0, NOT_A_PRICE), z.lte(MAX_PRICE_CENTS, TOO_HIGH), z.int(NOT_A_PRICE))),
  /** In whole units: all that a page or process of the version before knows. `priceCents` counts if both are there. */
  price: z.optional(z.number(NOT_A_PRICE).check(z.gte(0, NOT_A_PRICE), z.lte(MAX_PRICE_CENTS / 100, TOO_HIGH))),
  reason: z.optional(reason),
  seen,
})

/** Body of POST /staff/quotes/{id}/decline. The customer reads the reason. */
export const declineQuoteBodySchema = z.object({ reason: reason.check(z.minLength(1, 'Please enter a reason')), seen })

export const staffQuoteSchema = needing(
  z.extend(vehicleBookingSchema, {
    createdAt: z.string(),
    /** Decimal string: the price under the service's rates at the time of the request. */
    askedPrice: z.string(),
    /** How many times it has been quoted. */
    version: z.number(),
    pickupPinCode: z.string(),
    dropoffPinCode: z.string(),
    notes: z.string(),
    contact: z.object({ name: z.string(), email: z.string(), phone: z.nullable(shownPhoneSchema) }),
    account: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    /** `item` is the index in itemDetails.items. */
    photos: z.array(z.extend(photoSchema, { item: z.nullable(z.number()) })),
    /** What needs a person's attention, in plain words. */
    openTasks: z.array(z.string()),
  }),
  'id',
)
export type StaffQuote = z.infer<typeof staffQuoteSchema>
export type ReadQuote = z.input<typeof staffQuoteSchema>

const decisionSchema = z.object({
  decision: z.enum(['approved', 'declined']),
  /** Decimal string: the price quoted by it. */
  price: decimalSchema,
  version: z.number(),
  reason: z.nullable(z.string()),
  decidedAt: momentSchema,
  /** Current name of the person who decided; null if no one was recorded or the account is deleted. */
  by: z.nullable(z.string()),
})

/** Response of GET /staff/quotes/{id or reference}: a request with its history. */
export const staffQuoteDetailsSchema = needing(
  z.extend(staffQuoteSchema, {
    /** Oldest first. */
    decisions: z.array(decisionSchema),
    /** The payment that confirmed it. */
    paid: z.nullable(z.object({ amount: decimalSchema, at: momentSchema })),
    /** The service's current rates in whole units, null if it has no such rule. The estimate used the rates of its time. */
    rates: z.object({ base: z.number(), perFloor: z.nullable(z.number()), perHelper: z.nullable(z.number()) }),
  }),
  'id',
)
export type StaffQuoteDetails = z.infer<typeof staffQuoteDetailsSchema>
export type ReadQuoteDetails = z.input<typeof staffQuoteDetailsSchema>
