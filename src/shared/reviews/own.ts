import { z } from 'zod/mini'
import { typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'

const MIN_REVIEW_LENGTH = 20
export const MAX_REVIEW_LENGTH = 2000
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
