import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { MAX_SEATS } from './departures.ts'
import type { Issue } from '#shared/errors.ts'
import { plainName, required, storable, typed } from '#shared/fields.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { momentSchema } from '#shared/response-fields.ts'
import { placeSchema } from './places.ts'
import { staffPictureSchema } from './staff-pictures.ts'
import { tourChangeSchema } from './changes.ts'
import { tourFactsSchema } from './facts.ts'
import { tourRunsSchema } from './runs.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { taxCategoryIdSchema } from '#shared/settings/taxes.ts'
import { saleEndSchema } from './sale-end-schema.ts'
import { sellingSchema } from './offers/selling-schema.ts'
import { pictureSchema } from './pictures.ts'

/** A draft was never published; a tour that is `off` was, and can be published again. */
export const TOUR_STATUSES = ['draft', 'published', 'off'] as const
export type TourStatus = (typeof TOUR_STATUSES)[number]

export const MAX_ITINERARY_DAYS = 60
export const MAX_TOUR_PICTURES = 20
export const MAX_DAY_PICTURES = 6
/** How many days before a departure the minimum group size is checked. */
export const MIN_GROUP_DAYS = 14

const text = (most: number) =>
  z.string().check(
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    typed,
    z.maxLength(most, `This must be at most ${most} characters`),
    storable,
  )
const line = (most: number, message: string) =>
  z.string(message).check(typed, required(message), z.maxLength(most, `This must be at most ${most} characters`), storable, plainName)
const whole = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
const lines = (most: number) =>
  z.array(line(200, 'Please fill this in or remove it')).check(z.maxLength(most, `You can add up to ${most} entries`))
const pictureIds = (most: number) =>
  z.array(z.string().check(z.maxLength(100))).check(z.maxLength(most, `You can add up to ${most} pictures`))

/** A day of the itinerary, numbered by position. Pictures are referenced by id. */
const editedDaySchema = z.object({
  title: line(200, 'Please enter a title for the day'),
  description: text(5000),
  activities: lines(20),
  accommodation: z.nullable(text(300)),
  transportation: z.nullable(text(300)),
  breakfastIncluded: z.boolean(),
  lunchIncluded: z.boolean(),
  dinnerIncluded: z.boolean(),
  images: pictureIds(MAX_DAY_PICTURES),
  /** Null leaves the day off the route map. */
  place: z.nullable(placeSchema),
})

const policyDays = whole(0, 365, 'Days must be a whole number from 0 to 365')
/** The policy of specification §3, with limits for input. */
const editedRefundPolicySchema = z
  .object({
    fullRefundDays: policyDays,
    partialRefundDays: policyDays,
    partialRefundPercentage: whole(0, 100, 'Percentage must be a whole number from 0 to 100'),
  })
  .check(
    z.refine(({ fullRefundDays, partialRefundDays }) => partialRefundDays <= fullRefundDays, {
      error: 'The partial refund can’t end before the full refund',
      path: ['partialRefundDays'],
    }),
  )

/** All of a tour's fields that staff edit. Drafts may have empty texts; published tours may not. */
export const tourFieldsSchema = z
  .object({
    name: line(200, 'Please name the tour'),
    destination: line(200, 'Please name the destination'),
    duration: whole(1, 365, 'Duration must be a whole number of days from 1 to 365'),
    overview: text(5000),
    tourType: text(100),
    tags: z.array(line(50, 'Please fill this in or remove it')).check(z.maxLength(20, 'You can add up to 20 tags')),
    termsAndConditions: text(10_000),
    /** Whole units per person, with at most two decimals. */
    basePrice: z.number('The price must be a number').check(
      z.gte(0, 'The price must be a number'),
      z.lte(1_000_000, 'The price is too high'),
      z.refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, 'Prices can have up to two decimal places'),
    ),
    currency: currencySchema,
    taxCategoryId: taxCategoryIdSchema,
    maxPeople: whole(1, MAX_SEATS, `Maximum group size must be a whole number from 1 to ${MAX_SEATS}`),
    /** Minimum number of sold seats for it to run; null if there is none. */
    leastGroup: z.nullable(whole(1, MAX_SEATS, `Minimum group size must be a whole number from 1 to ${MAX_SEATS}`)),
    refundPolicy: editedRefundPolicySchema,
    runs: tourRunsSchema,
    facts: tourFactsSchema,
    /** Null if sales end at no fixed time. */
    saleEnd: z.nullable(saleEndSchema),
    /** In order; the first is the cover. */
    images: pictureIds(MAX_TOUR_PICTURES),
    itinerary: z.array(editedDaySchema).check(z.maxLength(MAX_ITINERARY_DAYS, `You can add up to ${MAX_ITINERARY_DAYS} days`)),
  })
  .check(
    z.refine(({ leastGroup, maxPeople }) => leastGroup === null || leastGroup <= maxPeople, {
      error: 'The minimum group size can’t exceed the maximum',
      path: ['leastGroup'],
    }),
  )
export type TourFields = z.infer<typeof tourFieldsSchema>
export type TourFieldName = keyof TourFields

/** Fields of a new tour; the rest is entered or follows from the settings. */
export const NEW_TOUR = {
  duration: 1,
  overview: '',
  tourType: '',
  tags: [],
  termsAndConditions: '',
  basePrice: 0,
  taxCategoryId: null,
  maxPeople: 12,
  leastGroup: null,
  refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  runs: { kind: 'daily' },
  facts: {},
  saleEnd: null,
  images: [],
  itinerary: [],
} satisfies Omit<TourFields, 'name' | 'destination' | 'currency'>

/** How a list of changes names the fields; `selling` is edited on another page. */
export const TOUR_FIELD_NAMES: Record<TourFieldName | 'selling', string> = {
  name: 'the name',
  destination: 'the destination',
  duration: 'the duration',
  overview: 'the overview',
  tourType: 'the type',
  tags: 'the tags',
  termsAndConditions: 'the terms',
  basePrice: 'the price',
  currency: 'the currency',
  taxCategoryId: 'the tax category',
  maxPeople: 'the maximum group size',
  leastGroup: 'the minimum group size',
  refundPolicy: 'the refund policy',
  runs: 'the schedule',
  facts: 'the facts',
  saleEnd: 'the booking cut-off',
  images: 'the pictures',
  itinerary: 'the itinerary',
  selling: 'Options and prices',
}

/** What a tour lacks for publication; only the server can check its pictures. */
export function missingToPublish(fields: TourFields): Issue[] {
  const missing: [TourFieldName, boolean, string][] = [
    ['overview', fields.overview === '', 'Please describe the tour'],
    ['tourType', fields.tourType === '', 'Please enter the tour type'],
    ['termsAndConditions', fields.termsAndConditions === '', 'Please write the terms and conditions'],
    ['basePrice', fields.basePrice === 0, 'Please set a price'],
    ['images', fields.images.length === 0, 'Please add a picture'],
    ['itinerary', fields.itinerary.length === 0, 'Please describe at least one day'],
  ]
  return missing.filter(([, isMissing]) => isMissing).map(([path, , message]) => ({ path, message }))
}

/** `search` is part of a name; `before` is the id of the previous page’s last tour. */
export const listStaffToursQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(z.string().check(typed, z.maxLength(100, 'Your search is too long'), storable)),
  status: z.optional(z.enum(TOUR_STATUSES, 'Unknown status')),
  before: z.optional(z.string().check(z.maxLength(100))),
})
export type ListStaffToursQuery = z.infer<typeof listStaffToursQuerySchema>

export const staffTourSchema = z.object({
  id: z.string(),
  name: z.string(),
  destination: z.string(),
  status: z.enum(TOUR_STATUSES),
  duration: z.number(),
  /** Whole units per person. */
  basePrice: z.number(),
  currency: currencySchema,
  maxPeople: z.number(),
  rating: z.nullable(z.number()),
  reviews: z.number(),
  cover: z.nullable(pictureSchema),
  updatedAt: momentSchema,
})
export type StaffTour = z.infer<typeof staffTourSchema>

export const staffTourDetailsSchema = z.object({
  id: z.string(),
  status: z.enum(TOUR_STATUSES),
  /** Incremented by each change; must be sent with the next one. */
  version: z.number(),
  updatedAt: momentSchema,
  publishedAt: z.nullable(momentSchema),
  rating: z.nullable(z.number()),
  reviews: z.number(),
  fields: z.extend(z.object(tourFieldsSchema.shape), { refundPolicy: refundPolicySchema }),
  /** Null for a tour with one price. */
  selling: z.nullable(sellingSchema),
  /** All pictures referenced by the fields. */
  pictures: z.array(staffPictureSchema),
  /** Newest first, at most fifty. */
  changes: z.array(tourChangeSchema),
  /** Price changes, newest first, at most a hundred. */
  priceHistory: z.array(tourChangeSchema),
  /** Upcoming departures: how many have a capacity set by staff, and the most seats sold or held on any of the others. */
  departures: z.object({ withOwnCapacity: z.number(), mostTaken: z.number() }),
  /** Upcoming days with seats sold or held on which the tour no longer runs; these departures stay. */
  daysOutsideRuns: z.array(z.object({ date: z.string(), seats: z.number() })),
})
export type StaffTourDetails = z.infer<typeof staffTourDetailsSchema>

/** Creates an otherwise empty draft. */
export const createTourBodySchema = z.object({
  name: line(200, 'Please name the tour'),
  destination: line(200, 'Please name the destination'),
})

/** `version` is the one the user saw; any other is 409 `tour_changed`. */
export const editTourBodySchema = z.object({ version: z.number().check(z.int()), fields: tourFieldsSchema })

/** Null goes back to one price for everyone. */
export const sellTourBodySchema = z.object({ version: z.number().check(z.int()), selling: z.nullable(sellingSchema) })

export const seenTourBodySchema = z.object({ version: z.number().check(z.int()) })

/** How many bookings and checkouts deactivating a tour affects. */
export const deactivationPreviewSchema = z.object({
  /** Closed within a minute; payments made before then are honoured. */
  openCheckouts: z.number(),
  heldSeats: z.number(),
  /** Unpaid reservations by staff, which remain. */
  reservations: z.optional(z.number()),
  reservedSeats: z.optional(z.number()),
  /** Upcoming confirmed bookings, which remain. */
  bookings: z.number(),
  guests: z.number(),
})
export type DeactivationPreview = z.infer<typeof deactivationPreviewSchema>
