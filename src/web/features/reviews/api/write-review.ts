import { calls } from '#shared/paths.ts'
import { ownReviewResponseSchema, type ReviewBody } from '#shared/reviews/public.ts'
import { responseOf, sendJson } from '#web/lib/http.ts'

/** Creates or replaces the review of a booking; the server decides which name is shown with it. */
export function writeReview(bookingId: string, body: ReviewBody) {
  return responseOf(ownReviewResponseSchema, sendJson('PUT', calls.review(bookingId), body))
}
