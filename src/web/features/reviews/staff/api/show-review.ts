import { calls } from '#shared/paths.ts'
import { staffReviewSchema } from '#shared/reviews/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { staffReviewsQuery } from './list-reviews.ts'

function showReview(id: string) {
  return exactResponseOf(staffReviewSchema, postJson(calls.showReview(id)))
}

export function useShowReview(tourId: string, onShown: () => void) {
  const reload = useReload(staffReviewsQuery(tourId).queryKey)
  return useCall({ mutationFn: showReview, onSuccess: onShown, onSettled: reload })
}
