import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { daySchema } from '#shared/day-schema.ts'
import { needing } from '#shared/lenient.ts'
import { pictureSchema } from './pictures.ts'
import { placeSchema } from './places.ts'
import { refundPolicySchema } from '#shared/refunds/policies.ts'
import { saleEndSchema } from './sale-end-schema.ts'
import { tourFactsSchema } from './facts.ts'
import { tourRunsSchema } from './runs.ts'

/** Fallbacks for responses that lack the field (specification §2, §9); our own server always sends it. */
export const TOUR_FALLBACKS = {
  overview: 'Explore this amazing destination with carefully curated experiences.',
  detailsOverview: 'No overview available.',
  rating: 4.8,
  reviews: 127,
  price: 299,
} as const

export const TOURS_PAGE_SIZE = 20
/** Beyond this many results the total says no more than that. */
export const MAX_COUNTED = 1000
/** Results beyond this one are not listed: whoever has read so far wants another search. */
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
  /** Where the day is, for the drawing of the route; missing where nobody has said so. Beyond specification §3. */
  place: z.optional(placeSchema),
})
export type ItineraryDay = z.infer<typeof itineraryDaySchema>

export const tourSchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    destination: z.string(),
    /** Days. */
    duration: z.number(),
    overview: z.string(),
    /** Whole units per person, children and infants as adults (specification §9). */
    basePrice: z.number(),
    /** Beyond specification §3, like every currency of a tour, booking or service. */
    currency: currencySchema,
    /** Mean of the travellers' ratings, with one decimal; null when nobody has rated it yet ("New"). */
    rating: z.nullable(z.number()),
    /** The number of ratings. */
    reviews: z.number(),
    isActive: z.boolean(),
    images: z.array(pictureSchema),
    tags: z.array(z.string()),
    itinerary: z.array(itineraryDaySchema),
    maxPeople: z.number(),
    tourType: z.string(),
    /** The card provider's price; null until the sync has created one. */
    stripePriceId: z.nullable(z.string()),
    refundPolicy: refundPolicySchema,
    termsAndConditions: z.string(),
    /** The days on which it departs; missing where it does so daily. Beyond specification §3, like the two that follow. */
    runs: z.optional(tourRunsSchema),
    /** The fewest sold seats with which it runs. */
    leastGroup: z.optional(z.number()),
    facts: z.optional(tourFactsSchema),
    /** Until when its departures are sold; missing where no time closes them. */
    saleEnd: z.optional(saleEndSchema),
  }),
  'id',
)
/** A tour package as responses describe it (specification §3). */
export type Tour = z.infer<typeof tourSchema>

/** How a list may be ordered, beyond specification §7: by ascending value, or by descending where the name begins with a minus. */
export const TOUR_ORDERS = ['price', '-price', 'duration', '-duration', '-rating'] as const
export type TourOrder = (typeof TOUR_ORDERS)[number]

const toursSchema = z.array(tourSchema)

export const listToursResponseSchema = z.object({
  data: toursSchema,
  page: z.number(),
  limit: z.number(),
  /** The number of results up to MAX_COUNTED. */
  total: z.number(),
  /** False when there are more than that; otherwise it is left out. */
  totalIsExact: z.optional(z.boolean()),
  /** Where nothing matches: the tours with the most of the words, and all of the numbers, days and guests; missing where none has any. */
  closest: z.optional(toursSchema),
  /** Where nothing matches: the parts of the text that ask for a length; missing where tours of other lengths do not match either. */
  lengthParts: z.optional(z.array(z.string())),
})
export type ListToursResponse = z.infer<typeof listToursResponseSchema>

/** Two rows of a wide screen. */
export const MAX_CLOSEST = 6

/** As many as fit on a phone above its keyboard. */
export const MAX_SUGGESTIONS = 5

export const tourResponseSchema = z.object({ data: tourSchema })

/** As many as stand beside each other on a wide screen, and one for two columns. */
export const MAX_SIMILAR = 4

/** Response of GET /tours/similar/{id}, beyond specification §7: other tours that somebody who looks at this one may like, the best first. */
export const similarToursResponseSchema = z.object({ data: toursSchema })

/** GET /tours/seats/{id}?date=YYYY-MM-DD, beyond specification §7: the seats left on a day, before anyone pays. */
export const seatsQuerySchema = z.object({ date: daySchema })
export const seatsResponseSchema = needing(
  z.object({
    date: daySchema,
    seatsLeft: z.number(),
    maxPeople: z.number(),
    /** True of a departure whose sale has ended: then no seats are left. Missing otherwise, like the next field. */
    hasLeft: z.optional(z.boolean()),
    /** The next departure with seats left; missing without any. */
    next: z.optional(daySchema),
  }),
  'date',
  'seatsLeft',
)
export type SeatsResponse = z.infer<typeof seatsResponseSchema>
