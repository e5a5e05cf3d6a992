import { useId, useState } from 'react'
import { MAX_REVIEW_LENGTH } from '#shared/reviews/own.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { RatingField } from '#web/components/rating-field.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { checkReview, keepReview, startReview, type ReviewedJourney, type useReview } from './use-review.ts'

type Props = { journey: ReviewedJourney; reviewing: ReturnType<typeof useReview> }

export function ReviewDialog({ journey, reviewing }: Props) {
  const { bookingId, review, title, longDate } = journey
  const [start] = useState(() => startReview(bookingId, reviewing.unsaved ?? review))
  const { props, field, choice, values } = useCheckedForm({
    start,
    check: checkReview,
    onChange: (draft) => keepReview(bookingId, draft),
    send: (body) => void reviewing.save(body),
  })
  const formId = useId()
  const { length } = values.text

  return (
    <Dialog
      isOpen
      onClose={reviewing.close}
      title={review ? 'Change your review' : 'Write a review'}
      footer={
        <>
          {review && (
            <Button variant="quiet" onClick={reviewing.ask} className="sm:mr-auto">
              Delete review
            </Button>
          )}
          <Button variant="secondary" onClick={reviewing.close}>
            Close
          </Button>
          <Button type="submit" form={formId}>
            {review ? 'Save changes' : 'Publish review'}
          </Button>
        </>
      }
    >
      <form {...props} id={formId} className="grid gap-5">
        {reviewing.saveFailure !== '' && (
          <Alert title="We couldn’t save your review">{reviewing.saveFailure} Your text is still here.</Alert>
        )}
        <p>
          How was <strong>{title}</strong>, {longDate}?
        </p>
        <RatingField {...choice('rating')} label="Your rating" />
        <TextArea
          {...field('text')}
          label="Your review"
          required
          rows={6}
          hint={
            length > MAX_REVIEW_LENGTH - 300
              ? `${length} of ${MAX_REVIEW_LENGTH} characters`
              : 'What would you tell a friend who’s thinking of going?'
          }
        />
        <p className="text-sm text-ink-soft">Your review is public. It shows your first name, last initial and the month you travelled.</p>
      </form>
    </Dialog>
  )
}
