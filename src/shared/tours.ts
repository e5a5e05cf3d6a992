import { z } from 'zod/mini'
import { currencySchema } from './currency-schema.ts'
import { isDay } from './dates.ts'
import { needing } from './lenient.ts'
import { pictureSchema } from './pictures.ts'
import { placeSchema } from './places.ts'
import { refundPolicySchema } from './refund-policies.ts'
import { tourFactsSchema } from './tour-facts.ts'
import { tourRunsSchema } from './tour-runs.ts'

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
export const MOST_COUNTED = 1000
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
  }),
  'id',
)
/** A tour package as responses describe it (specification §3). */
export type Tour = z.infer<typeof tourSchema>

const wholeNumber = (min: number, max: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))

/** Free text; anything after 200 characters is ignored. */
const searchText = z.pipe(
  z.string(),
  z.transform((text) => text.slice(0, 200)),
)

/** How a list may be ordered, beyond specification §7: by ascending value, or by descending where the name begins with a minus. */
export const TOUR_ORDERS = ['price', '-price', 'duration', '-duration', '-rating'] as const
export type TourOrder = (typeof TOUR_ORDERS)[number]

/** Query of GET /tours/view_all (specification §7). */
export const listToursQuerySchema = z.object({
  page: z._default(wholeNumber(1, 10_000, 'page must be a whole number from 1'), 1),
  limit: z._default(wholeNumber(1, 100, 'limit must be a whole number from 1 to 100'), TOURS_PAGE_SIZE),
  isActive: z.optional(z.enum(['true', 'false'], 'isActive must be true or false')),
  search: z.optional(searchText),
  /** Orders up to MOST_COUNTED results; a longer list keeps its own order, since nobody reads it to its end. */
  sort: z.optional(z.enum(TOUR_ORDERS, `sort must be one of ${TOUR_ORDERS.join(', ')}`)),
})
export type ListToursQuery = z.infer<typeof listToursQuerySchema>

export const listToursResponseSchema = z.object({
  data: z.array(tourSchema),
  page: z.number(),
  limit: z.number(),
  /** The number of results up to MOST_COUNTED. */
  total: z.number(),
  /** False when there are more than that; otherwise it is left out. */
  totalIsExact: z.optional(z.boolean()),
})
export type ListToursResponse = z.infer<typeof listToursResponseSchema>

/** Query of GET /tours/suggestions, beyond specification §7: what has been typed so far. */
export const suggestionsQuerySchema = z.object({ search: searchText })

/** As many as fit on a phone above its keyboard. */
export const MOST_SUGGESTIONS = 5

const suggestionSchema = needing(
  z.object({ id: z.string(), name: z.string(), destination: z.string(), /** Days. */ duration: z.number() }),
  'id',
  'name',
)
/** A tour that is suggested while somebody types. */
export type Suggestion = z.infer<typeof suggestionSchema>

export const suggestionsResponseSchema = z.object({ data: z.array(suggestionSchema) })

export const tourResponseSchema = z.object({ data: tourSchema })

/** As many as stand beside each other on a wide screen, and one for two columns. */
export const MOST_SIMILAR = 4

/** Response of GET /tours/similar/{id}, beyond specification §7: other tours that somebody who looks at this one may like, the best first. */
export const similarToursResponseSchema = z.object({ data: z.array(tourSchema) })

export const daySchema = z.string('A date is required').check(z.refine(isDay, 'Please choose a valid date'))

/** GET /tours/seats/{id}?date=YYYY-MM-DD, beyond specification §7: the seats left on a day, before anyone pays. */
export const seatsQuerySchema = z.object({ date: daySchema })
export const seatsResponseSchema = needing(z.object({ date: daySchema, seatsLeft: z.number(), maxPeople: z.number() }), 'date', 'seatsLeft')
export type SeatsResponse = z.infer<typeof seatsResponseSchema>
