import { calls } from '#shared/paths.ts'
import { staffReviewSchema } from '#shared/reviews/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { staffReviewsQuery } from './list-reviews.ts'

function hideReview(id: string, reason: string) {
  return exactResponseOf(staffReviewSchema, postJson(calls.hideReview(id), { reason }))
}

export function useHideReview(tourId: string) {
  return useSend(hideReview, staffReviewsQuery(tourId).queryKey)
}
