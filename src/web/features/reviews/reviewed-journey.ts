import type { OwnReview } from '#shared/reviews/public.ts'

/** The part of a booking that a review needs. */
export type ReviewedJourney = {
  bookingId: string
  title: string
  longDate: string
  review: OwnReview | null
  /** Whether a review can be written or changed. */
  canReview: boolean
}

/** The list containing the journey, which shows a review optimistically. */
export type JourneyList = { stopLoading: () => Promise<unknown>; show: (review: OwnReview | null) => void }
