import { z } from 'zod/mini'
import { emailSchema, nameSchema } from '#shared/accounts/public.ts'
import { daySchema } from '#shared/day-schema.ts'
import { plainName, storable, typed } from '#shared/fields.ts'
import { OFFLINE_METHODS, PAY_BY } from '#shared/payments/methods.ts'
import { AT_LEAST_ONE_GUEST, MAX_GUESTS } from '#shared/payments/public.ts'
import { phoneSchema } from '#shared/phone-fields.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { choiceFields } from '#shared/tours/offers/public.ts'

const SHORTEST_SEARCH = 3

/** Query of GET /staff/customers: part of a name, an email address or a phone number. */
export const findCustomersQuerySchema = z.object({
  search: z
    .string('Please type at least 3 characters')
    .check(typed, z.minLength(SHORTEST_SEARCH, 'Please type at least 3 characters'), z.maxLength(254, 'Your search is too long'), storable),
})

/** An account in a list of at most MAX_CUSTOMERS. `phone` is as typed. */
export const customerSchema = z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) })
export type CustomerChoice = z.infer<typeof customerSchema>
export const MAX_CUSTOMERS = 8

export const NO_WAY_TO_REACH = 'Please enter an email address or phone number'
const WHOLE_CENTS = 'totalCents must be a whole number of cents'

/** Body of POST /staff/reservations: a tour booked by phone, whose seats are kept until it is paid or the deadline passes. */
export const reservationBodySchema = z.object({
  /** Idempotency key, one per form: sent twice, it makes one booking. */
  key: z.uuid('key must be a UUID'),
  /**
   * An existing account, or a new customer, who gets an account without a password and a link to set one. Without an email address there is
   * no link and no sign-in until staff add an address, so the phone number is required.
   */
  customer: z.union([z.object({ id: z.string().check(z.maxLength(64)) }), z.object({ name: nameSchema, email: z.nullable(emailSchema) })]),
  /** For this journey; also stored in the account if that is new. */
  phone: z.optional(phoneSchema),
  tourId: z.string().check(z.maxLength(100)),
  travelDate: daySchema,
  totalGuests: z
    .number('totalGuests must be a whole number')
    .check(
      z.int('totalGuests must be a whole number'),
      z.gte(1, AT_LEAST_ONE_GUEST),
      z.lte(MAX_GUESTS, 'That’s more guests than a tour can take'),
    ),
  ...choiceFields,
  pickupId: z.optional(z.string().check(z.maxLength(40))),
  travellers: z._default(
    z
      .array(
        z.string().check(typed, z.minLength(1, 'Please enter a name'), z.maxLength(100, 'Name must be at most 100 characters'), plainName),
      )
      .check(z.maxLength(MAX_GUESTS)),
    [],
  ),
  /** The price told to the customer; any other is refused. */
  totalCents: z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS), z.gte(0, WHOLE_CENTS)),
  payBy: z.enum(PAY_BY, 'Please choose a payment method'),
  /** The last day to pay, in the agency's time zone: between today and the day on which the departure's sale ends. */
  dueOn: daySchema,
  /** Whether to book although the sale has ended, for a customer who turns up at the departure. */
  isWalkIn: z.optional(z.boolean()),
})
export type ReservationBody = z.infer<typeof reservationBodySchema>

/** Response of POST /staff/reservations. */
export const reservationMadeSchema = z.object({ bookingId: z.string(), reference: z.string(), dueAt: momentSchema })
export type ReservationMade = z.infer<typeof reservationMadeSchema>

/** Body of POST /staff/payments/{id}/void: a payment in cash or by transfer was recorded by mistake. */
export const voidPaymentBodySchema = z.object({
  reason: z
    .string('Please give a reason')
    .check(typed, z.minLength(1, 'Please give a reason'), z.maxLength(500, 'Reason must be at most 500 characters'), storable),
})
export type VoidPaymentBody = z.infer<typeof voidPaymentBodySchema>

/** Body of POST /staff/bookings/{id}/outside-payment: a reservation or a quote was paid in cash or by transfer. */
export const offlinePaymentBodySchema = z.object({
  method: z.enum(OFFLINE_METHODS.toSorted(), 'Please choose a payment method'),
  /** Reference of the receipt or transfer. */
  reference: z
    .string('Please enter the reference')
    .check(typed, z.minLength(1, 'Please enter the reference'), z.maxLength(100, 'Reference must be at most 100 characters'), storable),
  /** The price the user saw; any other is refused. */
  totalCents: z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS)),
  /** What came, if it is not the price. */
  receivedCents: z.optional(
    z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS), z.gte(1, 'Please enter an amount'), z.lte(100_000_000, WHOLE_CENTS)),
  ),
  /** The agency's day on which it came; today if absent. */
  paidOn: z.optional(daySchema),
  /** Whether it is kept with a task, since it cannot confirm the booking: a manager decides to confirm with it or to pay it back. */
  isSetAside: z.optional(z.boolean()),
})
export type OfflinePaymentBody = z.infer<typeof offlinePaymentBodySchema>
