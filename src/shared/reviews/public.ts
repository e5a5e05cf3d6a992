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

/** Body of PUT /bookings/{id}/review, beyond specification §7: creates or replaces the booking's only review. */
export const reviewBodySchema = z.object({
  rating: z.number(NO_RATING).check(z.int(NO_RATING), z.gte(1, NO_RATING), z.lte(5, NO_RATING)),
  text: z.string('Please tell us what it was like').check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    typed,
    z.minLength(1, { error: 'Please tell us what it was like', abort: true }),
    z.minLength(MIN_REVIEW_LENGTH, 'Please tell us a little more (at least 20 characters)'),
    z.maxLength(MAX_REVIEW_LENGTH, 'Reviews can be up to 2,000 characters'),
  ),
})
export type ReviewBody = z.infer<typeof reviewBodySchema>

/** A review as its author sees it in My Bookings. `authorName` is what others see: first name and initial. */
export const ownReviewSchema = needing(z.object({ rating: z.number(), text: z.string(), authorName: z.string() }), 'rating')
export type OwnReview = z.infer<typeof ownReviewSchema>

export const ownReviewResponseSchema = z.object({ review: ownReviewSchema })

/** A published review; nothing in it identifies an account or booking. */
export const reviewSchema = needing(
  z.object({
    id: z.string(),
    /** `isOffered` means that the tour can still be booked, so its page exists. */
    tour: needing(z.object({ id: z.string(), name: z.string(), isOffered: z.boolean() }), 'id', 'name'),
    authorName: z.string(),
    rating: z.number(),
    text: z.string(),
    /** The month of travel, `YYYY-MM`. */
    travelledIn: z.string(),
    /** Part of the demo content, not written by a traveller. */
    isDemo: z.boolean(),
  }),
  'id',
)

const wholeNumber = (most: number, message: string) =>
  z.coerce.number(message).check(z.int(message), z.gte(1, message), z.lte(most, message))

/** For other tours, visitors come from the tour's own page. */
export const MAX_REVIEWED_TOURS = 100

/** Query of GET /tours/reviews, beyond specification §7. */
export const listReviewsQuerySchema = z.object({
  limit: z._default(wholeNumber(50, 'limit must be a whole number from 1 to 50'), REVIEWS_PAGE_SIZE),
  /** The id of the previous page's last review; the list continues after it in the same order. */
  before: z.optional(z.string().check(z.maxLength(64))),
  /** Restricts the list to one tour. */
  tour: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(REVIEW_SORTS, 'sort must be newest, highest or lowest'), 'newest'),
})
export type ListReviewsQuery = z.infer<typeof listReviewsQuerySchema>

export const listReviewsResponseSchema = z.object({
  data: z.array(reviewSchema),
  limit: z.number(),
  total: z.number(),
  /** Covers all reviews selected by the query, not only this page. `rating` is the mean with one decimal, null without reviews. */
  summary: z.object({
    rating: z.nullable(z.number()),
    counts: z.array(needing(z.object({ rating: z.number(), count: z.number() }), 'rating', 'count')),
  }),
  /** The tours with the most reviews, plus the selected one, by name. */
  tours: z.array(needing(z.object({ id: z.string(), name: z.string(), reviews: z.number() }), 'id', 'name')),
})
export type ListReviewsResponse = z.infer<typeof listReviewsResponseSchema>

/** Mean rating with one decimal; null if there are none. */
export function meanRating(sum: number, count: number): number | null {
  return count > 0 ? Math.round((sum / count) * 10) / 10 : null
}
