import { z } from 'zod/mini'
import { typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'

const MIN_REVIEW_LENGTH = 20
export const MAX_REVIEW_LENGTH = 2000
const REVIEWS_PAGE_SIZE = 10
export const RATINGS = [5, 4, 3, 2, 1] as const
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

const NO_RATING = 'Please choose a rating from 1 to 5 stars'

/** Body of PUT /bookings/{id}/review, beyond specification §7: the one review of a booking, written or changed. */
export const reviewBodySchema = z.object({
  rating: z.number(NO_RATING).check(z.int(NO_RATING), z.gte(1, NO_RATING), z.lte(5, NO_RATING)),
  text: z.string('Please tell us what it was like').check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    typed,
    z.minLength(1, { error: 'Please tell us what it was like', abort: true }),
    z.minLength(MIN_REVIEW_LENGTH, 'Please tell us a little more (at least 20 characters)'),
    z.maxLength(MAX_REVIEW_LENGTH, 'A review is limited to 2000 characters'),
  ),
})
export type ReviewBody = z.infer<typeof reviewBodySchema>

/** A review as its writer sees it in My Bookings. `authorName` is what others see: first name and initial. */
export const ownReviewSchema = needing(z.object({ rating: z.number(), text: z.string(), authorName: z.string() }), 'rating')
export type OwnReview = z.infer<typeof ownReviewSchema>

export const ownReviewResponseSchema = z.object({ review: ownReviewSchema })

/** A review as everyone sees it: nothing in it leads to an account or a booking. */
export const reviewSchema = needing(
  z.object({
    id: z.string(),
    /** `isOffered`: it can still be booked, so its page exists. */
    tour: needing(z.object({ id: z.string(), name: z.string(), isOffered: z.boolean() }), 'id', 'name'),
    authorName: z.string(),
    rating: z.number(),
    text: z.string(),
    /** The month of travel, `YYYY-MM`. */
    travelledIn: z.string(),
    /** Part of the demo content, written by nobody. */
    isDemo: z.boolean(),
  }),
  'id',
)

const wholeNumber = (most: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.gte(1, message), z.lte(most, message))

/** Whoever looks for another tour comes from its own page. */
export const MAX_REVIEWED_TOURS = 100

/** Query of GET /tours/reviews, beyond specification §7. */
export const listReviewsQuerySchema = z.object({
  limit: z._default(wholeNumber(50, 'limit must be a whole number from 1 to 50'), REVIEWS_PAGE_SIZE),
  /** The id of the last review of the page before: the list goes on after it, in the same order. */
  before: z.optional(z.string().check(z.maxLength(64))),
  /** Only the reviews of this tour. */
  tour: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(REVIEW_SORTS, 'sort must be newest, highest or lowest'), 'newest'),
})
export type ListReviewsQuery = z.infer<typeof listReviewsQuerySchema>

export const listReviewsResponseSchema = z.object({
  data: z.array(reviewSchema),
  limit: z.number(),
  total: z.number(),
  /** Of all reviews that the query selects, not only of this page. `rating`: the mean with one decimal, null without reviews. */
  summary: z.object({
    rating: z.nullable(z.number()),
    counts: z.array(needing(z.object({ rating: z.number(), count: z.number() }), 'rating', 'count')),
  }),
  /** The tours that have the most reviews, and the one asked for, by name. */
  tours: z.array(needing(z.object({ id: z.string(), name: z.string(), reviews: z.number() }), 'id', 'name')),
})
export type ListReviewsResponse = z.infer<typeof listReviewsResponseSchema>

/** Returns the mean of ratings with one decimal; null when there are none. */
export function meanRating(sum: number, count: number): number | null {
  return count > 0 ? Math.round((sum / count) * 10) / 10 : null
}
