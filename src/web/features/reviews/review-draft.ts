import { reviewBodySchema, type ReviewBody } from '#shared/reviews.ts'
import { findInTab, forgetInTab, keepInTab } from '#web/lib/tab-storage.ts'

export const REVIEW_FIELDS = ['rating', 'text'] as const
/** As chosen and typed so far; `rating` is '1' to '5', or nothing yet. */
export type ReviewDraft = Record<(typeof REVIEW_FIELDS)[number], string>

const keyOf = (bookingId: string) => `review:${bookingId}`

/** What was typed in this tab and not yet published, else what is published. */
export function startReview(bookingId: string, review: ReviewBody | null | undefined): ReviewDraft {
  const kept = findInTab(keyOf(bookingId), (draft) => readDraft(draft as Partial<ReviewDraft>))
  return kept ?? { rating: review ? String(review.rating) : '', text: review?.text ?? '' }
}

function readDraft({ rating, text }: Partial<ReviewDraft>): ReviewDraft | undefined {
  return typeof rating === 'string' && typeof text === 'string' ? { rating, text } : undefined
}

export function keepReview(bookingId: string, draft: ReviewDraft): void {
  keepInTab(keyOf(bookingId), draft)
}

export function forgetReview(bookingId: string): void {
  forgetInTab(keyOf(bookingId))
}

/** The review as it is sent, or what is wrong with it, in the words of the schema that the server checks by. */
export function checkReview({ rating, text }: ReviewDraft) {
  const checked = reviewBodySchema.safeParse({ rating: rating === '' ? undefined : Number(rating), text })
  if (checked.success) return { body: checked.data, issues: {} }
  const issues: Partial<ReviewDraft> = {}
  for (const { path, message } of checked.error.issues) issues[path[0] as keyof ReviewDraft] ??= message
  return { body: undefined, issues }
}
