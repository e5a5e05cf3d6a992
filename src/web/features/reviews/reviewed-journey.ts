import type { OwnReview } from '#shared/reviews/public.ts'

/** What a review needs to know about a booked journey. */
export type ReviewedJourney = {
  bookingId: string
  title: string
  longDate: string
  review: OwnReview | null
  /** Whether one can be written or changed. */
  canReview: boolean
}

/** The list that the journey is in: it shows a review before the server has it. */
export type JourneyList = { stopLoading: () => Promise<unknown>; show: (review: OwnReview | null) => void }
