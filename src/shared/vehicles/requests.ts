import { z } from 'zod/mini'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { wordSchema } from '#shared/words.ts'
import { currencySchema } from '#shared/currency-schema.ts'
import { dayIn, momentIn } from '#shared/dates.ts'
import { isPostcode, normalisePostcode, PICKUP_TIME_ZONE } from './postcodes.ts'
import { tooFarAhead } from '#shared/tours/travel-days.ts'
import { bookedItemsSchema } from './items.ts'
import { plainName, required, storable, typed, visible } from '#shared/fields.ts'
import { asWrittenAddress, isAddress } from '#shared/accounts/email-addresses.ts'
import { plainPhone } from '#shared/phones.ts'

/** Texts of specification §5 used in several places. */
const PICKUP_REQUIRED = 'Pickup pincode is required'
const DROP_REQUIRED = 'Drop-off pincode is required'
const INVALID_PINCODE = 'Invalid UK pincode format'
const MOVING_DATE_REQUIRED = "Please select when you're moving"
export const MOVING_DATE_PAST = 'Moving date and time must be in the future'

export const MAX_FLOOR = 100
export const MAX_HELPERS = 50

/** Normalises a typed postcode to `EC1A 1BB`. */
function pincode(missing: string) {
  return z.pipe(z.string(missing).check(typed, required(missing), z.refine(isPostcode, INVALID_PINCODE)), z.transform(normalisePostcode))
}

/** Body of POST /pincodes/check (specification §5, §7). */
export const checkPincodesBodySchema = z.object({ pickup: pincode(PICKUP_REQUIRED), drop: pincode(DROP_REQUIRED) })

export const PINCODES_UNAVAILABLE = 'Sorry, service is not available in one or both entered pincodes.'

export const checkPincodesResponseSchema = z.object({
  status: z.enum(['success', 'unavailable']),
  message: z.optional(z.string()),
  /** Only with `unavailable`: whether each of the two is served. */
  pickup: z.optional(z.boolean()),
  drop: z.optional(z.boolean()),
})

/** The API's date format cannot express later moments. */
const END_OF_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The error for the moment of a move, in the words of specification §5; undefined if it is valid. */
export function movingMomentProblem(moment: Date, now: Date): string | undefined {
  if (!(moment.getTime() <= END_OF_TIME)) return MOVING_DATE_REQUIRED
  return moment > now ? undefined : MOVING_DATE_PAST
}

/** The moment of a field's date-time at the place of pickup; an invalid Date if there is none. */
export function movingMoment(text: string): Date {
  return momentIn(PICKUP_TIME_ZONE, text.trim())
}

/** The same for a date-time from a field, which also must not be too far ahead. */
export function movingDateProblem(text: string, now: Date): string | undefined {
  const moment = movingMoment(text)
  return movingMomentProblem(moment, now) ?? tooFarAhead(dayIn(PICKUP_TIME_ZONE, moment), dayIn(PICKUP_TIME_ZONE, now))
}

/** Normalises a British phone number in any notation to the ten digits after +44. Other numbers are returned without spaces and dashes. */
export function normalisePhone(text: string): string {
  const digits = plainPhone(text)
    .replace(/[ ()./-]/g, '')
    .replace(/^(?:(?:\+|00)44|44(?=0?\d{10}$))/, '')
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits
}

const isTenDigits = (phone: string) => /^\d{10}$/.test(phone)

/** The value of the field after its +44 prefix: the ten digits, or the input while it is not a valid number. */
export function shownPhone(text: string): string {
  const digits = normalisePhone(text)
  return isTenDigits(digits) ? digits : text
}

const address = (missing: string, short: string) =>
  z
    .string(missing)
    .check(typed, required(missing), storable, z.minLength(10, short), z.maxLength(500, 'Address must be at most 500 characters'))

/** The complete addresses, as entered in the wizard and sent in the request (specification §5, §9). */
const pickupAddressSchema = address('Address is required', 'Address must be at least 10 characters')
const dropAddressSchema = address('Drop-off address is required', 'Drop-off address must be at least 10 characters')

/** Step 3 of the wizard (specification §5). */
export const contactSchema = z.object({
  name: z
    .string('Name is required')
    .check(
      typed,
      required('Name is required'),
      storable,
      plainName,
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(100, 'Name must be at most 100 characters'),
    ),
  email: z
    .string('Email is required')
    .check(
      typed,
      asWrittenAddress,
      required('Email is required'),
      z.maxLength(254, { error: 'Please enter a valid email', abort: true }),
      isAddress,
    ),
  phone: z.pipe(
    z.string('Phone number is required').check(
      typed,
      required('Phone number is required'),
      z.refine((text) => isTenDigits(normalisePhone(text)), 'Phone must be 10 digits'),
    ),
    z.transform(normalisePhone),
  ),
  address: pickupAddressSchema,
  dropaddress: dropAddressSchema,
})

function count(what: 'Floor' | 'Helpers', max: number) {
  const message = `${what} must be 0 or higher`
  return z
    .number(message)
    .check(
      z.gte(0, { error: message, abort: true }),
      z.int(`${what} must be a whole number`),
      z.lte(max, `You can book up to ${max} online`),
    )
}

/** Step 5 (specification §5). */
export const detailsSchema = z.object({
  pickupFloor: count('Floor', MAX_FLOOR),
  dropFloor: count('Floor', MAX_FLOOR),
  helpers: count('Helpers', MAX_HELPERS),
})

// With a time zone or offset, as the wizard sends it; without one, in the time zone of the pickup.
const moment = z
  .string(MOVING_DATE_REQUIRED)
  .check(required(MOVING_DATE_REQUIRED), z.iso.datetime({ offset: true, local: true, error: MOVING_DATE_REQUIRED }))

/** Body of POST /vehicles/book: exactly the keys of specification §7. `price`, in whole units, is only compared. */
export const bookVehicleBodySchema = z.object({
  serviceTypeId: z.string('Please choose a service').check(required('Please choose a service'), z.maxLength(100)),
  pickupLocation: pickupAddressSchema,
  dropoffLocation: dropAddressSchema,
  pickupPinCode: pincode(PICKUP_REQUIRED),
  dropoffPinCode: pincode(DROP_REQUIRED),
  price: z.coerce.number('Price must be a number'),
  pickupDate: moment,
  dropoffDate: moment,
  itemDetails: z.object({
    items: z._default(bookedItemsSchema, []),
    floorCount: count('Floor', 2 * MAX_FLOOR),
    helpers: count('Helpers', MAX_HELPERS),
  }),
  notes: z._default(z.string().check(visible, z.maxLength(2000, 'Notes can be up to 2,000 characters')), ''),
})
export type BookVehicleBody = z.infer<typeof bookVehicleBodySchema>

export const bookVehicleResponseSchema = z.object({
  message: z.string(),
  booking: z.object({
    id: z.string(),
    reference: z.string(),
    status: wordSchema<BookingStatus>(),
    /** Decimal string. */
    price: z.string(),
    currency: currencySchema,
  }),
})

export const QUOTE_REQUESTED = 'Quote requested'
