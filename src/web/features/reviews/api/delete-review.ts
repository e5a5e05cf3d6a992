import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'

export function deleteReview(bookingId: string) {
  return sendJson('DELETE', calls.review(bookingId))
}
