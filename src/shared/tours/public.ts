import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { daySchema } from '#shared/day-schema.ts'
import { needing } from '#shared/lenient.ts'
import { pictureSchema } from './pictures.ts'
import { placeSchema } from './places.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { saleEndSchema } from './sale-end-schema.ts'
import type { Selling } from './offers/selling-schema.ts'
import { tourFactsSchema } from './facts.ts'
import { tourRunsSchema } from './runs.ts'
import { timeSeatsSchema } from './time-seats.ts'

/** Fallbacks for responses that lack the field (specification §2, §9); our own server always sends it. */
export const TOUR_FALLBACKS = {
  overview: 'Explore this amazing destination with carefully curated experiences.',
  detailsOverview: 'No overview available.',
  rating: 4.8,
  reviews: 127,
  price: 299,
} as const

export const TOURS_PAGE_SIZE = 20
/** Result totals are not counted beyond this. */
export const MAX_COUNTED = 1000
/** Results beyond this are not listed, since someone who has read so far needs a different search. */
export const LONGEST_LIST = 10_000

export const itineraryDaySchema = z.object({
  id: z.string(),
  dayNumber: z.number(),
  title: z.string(),
  description: z.string(),
  activities: z.array(z.string()),
  accommodation: z.nullable(z.string()),
  transportation: z.nullable(z.string()),
  breakfastIncluded: z.boolean(),
  lunchIncluded: z.boolean(),
  dinnerIncluded: z.boolean(),
  images: z.array(pictureSchema),
  /** The place of the day on the route map, if entered. Beyond specification §3. */
  place: z.optional(placeSchema),
})

export const tourSchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    destination: z.string(),
    /** Days. */
    duration: z.number(),
    overview: z.string(),
    /** Whole units per person; children and infants count as adults (specification §9). */
    basePrice: z.number(),
    /** Beyond specification §3, like every currency of a tour, booking or service. */
    currency: currencySchema,
    /** Mean rating with one decimal; null if there are none yet ("New"). */
    rating: z.nullable(z.number()),
    reviews: z.number(),
    isActive: z.boolean(),
    images: z.array(pictureSchema),
    tags: z.array(z.string()),
    itinerary: z.array(itineraryDaySchema),
    maxPeople: z.number(),
    tourType: z.string(),
    /** The card provider's price id; null until the sync has created one. */
    stripePriceId: z.nullable(z.string()),
    refundPolicy: refundPolicySchema,
    termsAndConditions: z.string(),
    /** The days on which it departs; missing if daily. Beyond specification §3, like the next two. */
    runs: z.optional(tourRunsSchema),
    /** Minimum number of sold seats for it to run. */
    leastGroup: z.optional(z.number()),
    facts: z.optional(tourFactsSchema),
    /** When sales of its departures end; missing if at no fixed time. */
    saleEnd: z.optional(saleEndSchema),
    /** Only in view_by_id, and only of a tour with options: all that `computeOffer` needs. */
    selling: z.optional(z.custom<Selling>()),
    /** The pictures of its extras, in which a `pictureId` of `selling` is found; missing if none has one. */
    extraPictures: z.optional(z.array(pictureSchema)),
    /** Whether prices differ, so that `basePrice` is where they begin; otherwise missing. */
    isFrom: z.optional(z.boolean()),
  }),
  'id',
)
/** A tour package in responses (specification §3). */
export type Tour = z.infer<typeof tourSchema>

/** Sort orders of lists, beyond specification §7; a leading minus means descending. */
export const TOUR_ORDERS = ['price', '-price', 'duration', '-duration', '-rating'] as const
export type TourOrder = (typeof TOUR_ORDERS)[number]

const toursSchema = z.array(tourSchema)

/** The days and group size that a search text was understood to ask for; some day from `from` to `to`, which may be the same. */
const searchUnderstoodSchema = z.object({ from: z.optional(daySchema), to: z.optional(daySchema), guests: z.optional(z.number()) })
export type SearchUnderstood = z.infer<typeof searchUnderstoodSchema>

export const listToursResponseSchema = z.object({
  data: toursSchema,
  page: z.number(),
  limit: z.number(),
  /** The number of results up to MAX_COUNTED. */
  total: z.number(),
  /** False if there are more, otherwise omitted. */
  totalIsExact: z.optional(z.boolean()),
  /** If nothing matches: the tours that match most of the words and all numbers, days and guests; missing if there are none. */
  closest: z.optional(toursSchema),
  /** If nothing matches: the parts of the text that ask for a duration; missing if other durations do not match either. */
  lengthParts: z.optional(z.array(z.string())),
  /** Missing if the text asks for no day and no group size. */
  understood: z.optional(searchUnderstoodSchema),
})
export type ListToursResponse = z.infer<typeof listToursResponseSchema>

/** Two rows on a wide screen. */
export const MAX_CLOSEST = 6

/** As many as fit on a phone above its keyboard. */
export const MAX_SUGGESTIONS = 5

export const tourResponseSchema = z.object({ data: tourSchema })

/** Fills a row on a wide screen, and is even for two columns. */
export const MAX_SIMILAR = 4

/** Response of GET /tours/similar/{id}, beyond specification §7, best match first. */
export const similarToursResponseSchema = z.object({ data: toursSchema })

/**
 * GET /tours/seats/{id}?date=YYYY-MM-DD, beyond specification §7: the seats left on a day, before anyone pays. With `optionId` those of an
 * option.
 */
export const seatsQuerySchema = z.object({ date: daySchema, optionId: z.optional(z.string().check(z.maxLength(40))) })
export const seatsResponseSchema = needing(
  z.object({
    date: daySchema,
    seatsLeft: z.number(),
    maxPeople: z.number(),
    /** Time zone for counting the days until travel. */
    timeZone: z.optional(z.string()),
    /** True if the departure's sale has ended, so that no seats are left; otherwise missing, like the next field. */
    hasLeft: z.optional(z.boolean()),
    /** The next departure with seats left, if any. */
    next: z.optional(daySchema),
    /** By start time, and what is left of limited extras, by id; only with `optionId`. */
    times: z.optional(z.array(timeSeatsSchema)),
    extras: z.optional(z.record(z.string(), z.number())),
  }),
  'date',
  'seatsLeft',
)
export type SeatsResponse = z.infer<typeof seatsResponseSchema>
