import { reviewBodySchema, type ReviewBody } from '#shared/reviews/public.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { tabStore } from '#web/lib/tab-store.ts'

/** As typed so far; `rating` is '1' to '5', or empty. */
export type ReviewDraft = { rating: string; text: string }

const storeOf = (bookingId: string) => tabStore(`review:${bookingId}`, (kept) => readDraft(kept as Partial<ReviewDraft>))

/** Restores an unpublished draft from this tab, or else starts from the published review. */
export function startReview(bookingId: string, review: ReviewBody | null | undefined): ReviewDraft {
  const kept = storeOf(bookingId).find()
  return kept ?? { rating: review ? String(review.rating) : '', text: review?.text ?? '' }
}

function readDraft({ rating, text }: Partial<ReviewDraft>): ReviewDraft | undefined {
  return typeof rating === 'string' && typeof text === 'string' ? { rating, text } : undefined
}

export function keepReview(bookingId: string, draft: ReviewDraft): void {
  storeOf(bookingId).keep(draft)
}

export function forgetReview(bookingId: string): void {
  storeOf(bookingId).forget()
}

/** Validates with the server's schema and its messages. */
export function checkReview({ rating, text }: ReviewDraft): Checked<ReviewBody> {
  return reviewBodySchema.safeParse({ rating: rating === '' ? undefined : Number(rating), text })
}
