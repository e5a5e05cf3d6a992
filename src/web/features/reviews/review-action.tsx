import { Star, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { Stars } from '#web/features/reviews/stars.tsx'
import { TimedAlert } from '#web/components/timed-alert.tsx'
import { useReview, type JourneyList, type ReviewedJourney } from './use-review.ts'

const loadDialog = async () => import('./review-dialog.tsx')
const ReviewDialog = lazy(async () => ({ default: (await loadDialog()).ReviewDialog }))

/** The traveller's review of a past journey, with a button to write or edit it. */
export function ReviewAction({ journey, list }: { journey: ReviewedJourney; list: JourneyList }) {
  const { review, canReview } = journey
  const reviewing = useReview(journey, list)
  useEffect(() => {
    // Preloads the dialog after the page has rendered.
    if (canReview) void loadDialog().catch(() => undefined)
  }, [canReview])
  if (!canReview && !review) return null
  return (
    <div className="mt-4 -mb-2 border-t border-line pt-3 text-sm">
      {review && (
        <div className="mb-1">
          <p className="flex flex-wrap items-center gap-x-3 font-semibold">
            Your review <Stars rating={review.rating} className="text-base" />
          </p>
          <p className="mt-1 line-clamp-2 max-w-text wrap-anywhere whitespace-pre-line text-ink-soft">{review.text}</p>
        </div>
      )}
      {reviewing.removeFailure !== '' && (
        <Alert title="We couldn’t delete your review" className="my-2">
          {reviewing.removeFailure}
        </Alert>
      )}
      <button
        type="button"
        onClick={canReview ? reviewing.open : reviewing.ask}
        aria-disabled={reviewing.isBusy || undefined}
        className="text-link inline-flex min-h-11 items-center gap-2 print:hidden"
      >
        {canReview ? <Star aria-hidden="true" className="size-4" /> : <Trash2 aria-hidden="true" className="size-4" />}
        {canReview ? (review ? 'Change your review' : 'Write a review') : 'Delete your review'}
        <span className="sr-only"> of {journey.title}</span>
      </button>
      <Suspense>{reviewing.dialog === 'review' && <ReviewDialog journey={journey} reviewing={reviewing} />}</Suspense>
      {reviewing.dialog === 'question' && (
        <QuestionDialog title="Delete your review?" yes="Delete review" no="Keep it" onYes={reviewing.remove} onNo={reviewing.close}>
          It will no longer be shown. You can write another one later.
        </QuestionDialog>
      )}
      {reviewing.isDone && <TimedAlert onClose={reviewing.forgetDone}>Thank you! Your review is published.</TimedAlert>}
    </div>
  )
}
