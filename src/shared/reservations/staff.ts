import { z } from 'zod/mini'
import { emailSchema, nameSchema } from '#shared/accounts/public.ts'
import { plainName, storable, typed } from '#shared/fields.ts'
import { AT_LEAST_ONE_GUEST, MAX_GUESTS } from '#shared/payments/public.ts'
import { phoneSchema } from '#shared/phone-fields.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { daySchema } from '#shared/day-schema.ts'

const SHORTEST_SEARCH = 3

/** Query of GET /staff/customers: part of a name, an email address or a telephone number. */
export const findCustomersQuerySchema = z.object({
  search: z
    .string('Please type at least 3 characters')
    .check(typed, z.minLength(SHORTEST_SEARCH, 'Please type at least 3 characters'), z.maxLength(254, 'That search is too long'), storable),
})

/** Somebody who has an account, in a list of at most MAX_CUSTOMERS. `phone`: as it was typed. */
export const customerSchema = z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) })
export type CustomerChoice = z.infer<typeof customerSchema>
export const MAX_CUSTOMERS = 8

export const NO_WAY_TO_REACH = 'Please give an email address or a phone number'
const WHOLE_CENTS = 'totalCents must be a whole number of cents'

/** Body of POST /staff/reservations: a tour booked on the telephone, whose seats are kept until it is paid or due. */
export const reservationBodySchema = z.object({
  /** Made anew for each form: sent twice it makes one booking. */
  key: z.uuid('key must be a UUID'),
  /**
   * An account, or somebody new, who gets one without a password and a link that sets it. Without an email address there is no link, and
   * nobody can sign in until staff have added one; then the phone number is needed.
   */
  customer: z.union([z.object({ id: z.string().check(z.maxLength(64)) }), z.object({ name: nameSchema, email: z.nullable(emailSchema) })]),
  /** For this journey; it becomes the account's too where that is made with it. */
  phone: z.optional(phoneSchema),
  tourId: z.string().check(z.maxLength(100)),
  travelDate: daySchema,
  totalGuests: z
    .number('totalGuests must be a whole number')
    .check(
      z.int('totalGuests must be a whole number'),
      z.gte(1, AT_LEAST_ONE_GUEST),
      z.lte(MAX_GUESTS, 'That is more guests than a tour takes'),
    ),
  travellers: z._default(
    z
      .array(
        z.string().check(typed, z.minLength(1, 'Please give a name'), z.maxLength(100, 'A name is limited to 100 characters'), plainName),
      )
      .check(z.maxLength(MAX_GUESTS)),
    [],
  ),
  /** The price that staff have told the customer; another one is refused. */
  totalCents: z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS), z.gte(0, WHOLE_CENTS)),
  /** `link`: the customer gets an email with a link to the card page. `transfer`: an email with the reference to name. `cash`: none. */
  payBy: z.enum(['link', 'transfer', 'cash'], 'Please choose how it is paid'),
  /** The last day on which it can be paid, on the agency's clocks: from today to the day on which the sale of the departure ends. */
  dueOn: daySchema,
  /** Whether staff book it although its sale has ended: somebody who comes to the pier travels with the others. */
  isWalkIn: z.optional(z.boolean()),
})
export type ReservationBody = z.infer<typeof reservationBodySchema>

/** Response of POST /staff/reservations. */
export const reservationMadeSchema = z.object({ bookingId: z.string(), reference: z.string(), dueAt: momentSchema })
export type ReservationMade = z.infer<typeof reservationMadeSchema>

/** Body of POST /staff/bookings/{id}/outside-payment: all of a reservation's price has been paid in cash or by transfer. */
export const offlinePaymentBodySchema = z.object({
  method: z.enum(['cash', 'transfer'], 'Please choose how it was paid'),
  /** Of the receipt or the transfer. */
  reference: z
    .string('Please give the reference')
    .check(typed, z.minLength(1, 'Please give the reference'), z.maxLength(100, 'The reference is limited to 100 characters'), storable),
  /** The price that staff saw; another one is refused. */
  totalCents: z.number(WHOLE_CENTS).check(z.int(WHOLE_CENTS)),
})
export type OfflinePaymentBody = z.infer<typeof offlinePaymentBodySchema>
