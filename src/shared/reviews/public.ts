import { z } from 'zod/mini'
import { needing } from '#shared/lenient.ts'

const REVIEWS_PAGE_SIZE = 10
export const RATINGS = [5, 4, 3, 2, 1] as const
export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

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
