import type { OwnReview } from '#shared/reviews.ts'

/** A booked journey as far as its traveller's review goes. */
export type ReviewedJourney = {
  bookingId: string
  title: string
  longDate: string
  review: OwnReview | null
  /** Whether one can be written or changed. */
  canReview: boolean
}

/** The list that the journey stands in: it shows a review before the server has it. */
export type JourneyList = { stopLoading: () => Promise<unknown>; show: (review: OwnReview | null) => void }
