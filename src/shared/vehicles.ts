import { z } from 'zod/mini'
import { currencySchema } from './currency-schema.ts'
import { unitsToCents } from './money.ts'
import { isPostcode, normalisePostcode } from './postcodes.ts'
import { refundPolicySchema } from './tours.ts'

/** What a service costs, in minor units; null where the service has no such rule. */
export interface ServiceRates {
  baseCents: number
  perFloorCents: number | null
  perHelperCents: number | null
}

export interface PriceBreakdown {
  baseCents: number
  floorsCents: number
  helpersCents: number
  totalCents: number
}

/**
 * The one price formula (specification §9), in minor units: base price + floors × per-floor rule + helpers × per-helper
 * rule. `floorCount` is the pickup floor plus the drop-off floor. A rule that the service lacks costs nothing.
 */
export function vehiclePrice(rates: ServiceRates, floorCount: number, helpers: number): PriceBreakdown {
  const floorsCents = floorCount * (rates.perFloorCents ?? 0)
  const helpersCents = helpers * (rates.perHelperCents ?? 0)
  return { baseCents: rates.baseCents, floorsCents, helpersCents, totalCents: rates.baseCents + floorsCents + helpersCents }
}

const pricingRuleSchema = z.object({ type: z.enum(['perFloor', 'perHelper']), value: z.number() })

/** A service as the calls tell it (specification §3). Money is numbers of whole units. */
export const serviceTypeSchema = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  /** Beyond specification §7: our server always sends it. */
  currency: z.optional(currencySchema),
  description: z.string(),
  specialrequirements: z.string(),
  stripeProductId: z.nullable(z.string()),
  pricingRules: z.array(pricingRuleSchema),
  refundPolicy: refundPolicySchema,
})
export type ServiceType = z.infer<typeof serviceTypeSchema>

/** The rates of a service as it came over the wire; of two rules of one type the first counts. */
export function ratesOf(service: Pick<ServiceType, 'price' | 'pricingRules'>): ServiceRates {
  const ruleCents = (type: 'perFloor' | 'perHelper') => {
    const rule = service.pricingRules.find((each) => each.type === type)
    return rule ? unitsToCents(rule.value) : null
  }
  return { baseCents: unitsToCents(service.price), perFloorCents: ruleCents('perFloor'), perHelperCents: ruleCents('perHelper') }
}

/** The texts of specification §5 that more than one place needs. */
export const PICKUP_REQUIRED = 'Pickup pincode is required'
export const DROP_REQUIRED = 'Drop-off pincode is required'
export const INVALID_PINCODE = 'Invalid UK pincode format'
export const MOVING_DATE_REQUIRED = "Please select when you're moving"
export const MOVING_DATE_PAST = 'Moving date and time must be in the future'

export const MAX_PINCODE_LENGTH = 10
export const MAX_FLOOR = 100
export const MAX_HELPERS = 50

const required = (message: string) => z.minLength(1, { error: message, abort: true })

/** A postcode as typed; comes out as `EC1A 1BB`. */
function pincode(missing: string) {
  return z.pipe(z.string(missing).check(z.trim(), required(missing), z.refine(isPostcode, INVALID_PINCODE)), z.transform(normalisePostcode))
}

/** Body of POST /pincodes/check (specification §5, specification §7). */
export const checkPincodesBodySchema = z.object({ pickup: pincode(PICKUP_REQUIRED), drop: pincode(DROP_REQUIRED) })

export const PINCODES_UNAVAILABLE = 'Sorry, service is not available in one or both entered pincodes.'

export const checkPincodesAnswerSchema = z.object({
  status: z.enum(['success', 'unavailable']),
  message: z.optional(z.string()),
  /** With `unavailable`: whether we serve each of the two. */
  pickup: z.optional(z.boolean()),
  drop: z.optional(z.boolean()),
})
export type CheckPincodesAnswer = z.infer<typeof checkPincodesAnswerSchema>

/** What is wrong with a moving date and time, in the words of specification §5; undefined when nothing is. `text`: any ISO date-time. */
export function movingDateProblem(text: string, now: Date): string | undefined {
  const moment = text.trim() === '' ? Number.NaN : Date.parse(text)
  if (Number.isNaN(moment)) return MOVING_DATE_REQUIRED
  return moment > now.getTime() ? undefined : MOVING_DATE_PAST
}

/** A telephone number as it is sent: exactly 10 digits; a leading 0 counts as one. Blanks and dashes are no digits. */
export function normalisePhone(text: string): string {
  return text.replace(/[\s()./-]/g, '')
}

const address = (missing: string, short: string) =>
  z.string(missing).check(z.trim(), required(missing), z.minLength(10, short), z.maxLength(500, 'Address must be at most 500 characters'))

/** Step 3 of the wizard (specification §5). */
export const contactSchema = z.object({
  name: z
    .string('Name is required')
    .check(
      z.trim(),
      required('Name is required'),
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(100, 'Name must be at most 100 characters'),
    ),
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      required('Email is required'),
      z.maxLength(254, { error: 'Please enter a valid email', abort: true }),
      z.email('Please enter a valid email'),
    ),
  phone: z.pipe(
    z.string('Phone number is required').check(
      z.trim(),
      required('Phone number is required'),
      z.refine((text) => /^\d{10}$/.test(normalisePhone(text)), 'Phone must be 10 digits'),
    ),
    z.transform(normalisePhone),
  ),
  address: address('Address is required', 'Address must be at least 10 characters'),
  dropaddress: address('Drop-off address is required', 'Drop-off address must be at least 10 characters'),
})
export type Contact = z.infer<typeof contactSchema>

const MAX_CENTIMETRES = 100_000

function centimetres(name: string) {
  const missing = `${name} is required`
  const wrong = `${name} must be a positive number`
  return z.pipe(
    z.union([z.string(), z.number()], missing).check(
      z.refine((value) => String(value).trim() !== '', { error: missing, abort: true }),
      z.refine((value) => Number(value) > 0 && Number(value) <= MAX_CENTIMETRES, wrong),
    ),
    z.transform(Number),
  )
}

const itemName = z
  .string('Item name is required')
  .check(
    z.trim(),
    required('Item name is required'),
    z.minLength(2, 'Item name must be at least 2 characters'),
    z.maxLength(100, 'Item name must be at most 100 characters'),
  )

/** Step 4: an item before it is added (specification §5). Sizes are centimetres, as typed or as numbers. */
export const newItemSchema = z.object({
  name: itemName,
  length: centimetres('Length'),
  width: centimetres('Width'),
  height: centimetres('Height'),
})
export type NewItem = z.infer<typeof newItemSchema>

/** How an item's size travels in itemDetails (specification §7). */
export function dimensionsText({ length, width, height }: Pick<NewItem, 'length' | 'width' | 'height'>): string {
  return `${length}x${width}x${height} cm`
}

function count(message: string, most: number) {
  return z
    .number(message)
    .check(z.gte(0, { error: message, abort: true }), z.int(message), z.lte(most, `At most ${most} can be booked online`))
}

/** Step 5 (specification §5). */
export const detailsSchema = z.object({
  pickupFloor: count('Floor must be 0 or higher', MAX_FLOOR),
  dropFloor: count('Floor must be 0 or higher', MAX_FLOOR),
  helpers: count('Helpers must be 0 or higher', MAX_HELPERS),
})
export type Details = z.infer<typeof detailsSchema>

const place = z
  .string('Address is required')
  .check(z.trim(), required('Address is required'), z.maxLength(500, 'Address must be at most 500 characters'))

// With a time zone or offset as the wizard sends it; without one it is the agency's clock.
const moment = z
  .string(MOVING_DATE_REQUIRED)
  .check(required(MOVING_DATE_REQUIRED), z.iso.datetime({ offset: true, local: true, error: MOVING_DATE_REQUIRED }))

const bookedItem = z.object({
  name: itemName,
  /** `LxWxH cm`. */
  dimensions: z.string('Dimensions are required').check(z.trim(), z.maxLength(100, 'Dimensions are limited to 100 characters')),
  /** File names; those of the draft's uploads are found by them. */
  photos: z._default(
    z
      .array(z.string().check(z.maxLength(255, 'A file name is limited to 255 characters')))
      .check(z.maxLength(50, 'That is more photos than an item can have')),
    [],
  ),
})

/** Body of POST /vehicles/book: exactly the keys of specification §7. `price` in whole units is only compared. */
export const bookVehicleBodySchema = z.object({
  serviceTypeId: z.string('Please choose a service').check(required('Please choose a service'), z.maxLength(100)),
  pickupLocation: place,
  dropoffLocation: place,
  pickupPinCode: pincode(PICKUP_REQUIRED),
  dropoffPinCode: pincode(DROP_REQUIRED),
  price: z.coerce.number('Price must be a number'),
  pickupDate: moment,
  dropoffDate: moment,
  itemDetails: z.object({
    items: z._default(z.array(bookedItem).check(z.maxLength(100, 'At most 100 items can be booked online')), []),
    floorCount: count('Floor must be 0 or higher', 2 * MAX_FLOOR),
    helpers: count('Helpers must be 0 or higher', MAX_HELPERS),
  }),
  notes: z._default(z.string().check(z.maxLength(2000, 'Notes are limited to 2000 characters')), ''),
})
export type BookVehicleBody = z.infer<typeof bookVehicleBodySchema>

export const bookVehicleAnswerSchema = z.object({
  message: z.string(),
  booking: z.object({
    id: z.string(),
    reference: z.string(),
    status: z.string(),
    /** Decimal string. */
    price: z.string(),
    currency: currencySchema,
  }),
})
export type BookVehicleAnswer = z.infer<typeof bookVehicleAnswerSchema>

export const QUOTE_REQUESTED = 'Quote requested'
