import { useId, useState } from 'react'
import { MAX_REVIEW_LENGTH } from '#shared/reviews.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { RatingField } from '#web/components/rating-field.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedFields } from '#web/components/use-checked-fields.ts'
import { checkReview, keepReview, REVIEW_FIELDS, startReview } from './review-draft.ts'
import type { ReviewedJourney } from './reviewed-journey.ts'
import type { useReview } from './use-review.ts'

type Props = { journey: ReviewedJourney; reviewing: ReturnType<typeof useReview> }

/** Stars and words for a journey that was made. */
export function ReviewDialog({ journey, reviewing }: Props) {
  const { bookingId, review, title, longDate } = journey
  const [draft, setDraft] = useState(() => startReview(bookingId, reviewing.unsaved ?? review))
  const { body, issues } = checkReview(draft)
  const { form, bind, checkAll } = useCheckedFields({
    names: REVIEW_FIELDS,
    values: draft,
    issues,
    onChange: (name, value) => {
      const next = { ...draft, [name]: value }
      setDraft(next)
      keepReview(bookingId, next)
    },
  })
  const formId = useId()
  const { onBlur: _told, ...rating } = bind('rating')

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
      <form
        id={formId}
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (checkAll() && body) reviewing.save(body)
        }}
      >
        {reviewing.saveFailure !== '' && (
          <Alert title="Your review has not been saved">{reviewing.saveFailure} What you have typed is still here.</Alert>
        )}
        <p>
          How was <strong>{title}</strong>, {longDate}?
        </p>
        <RatingField {...rating} label="Your rating" />
        <TextArea
          {...bind('text')}
          label="Your review"
          required
          rows={6}
          hint={
            draft.text.length > MAX_REVIEW_LENGTH - 300
              ? `${draft.text.length} of ${MAX_REVIEW_LENGTH} characters`
              : 'What would you tell a friend who thinks of going?'
          }
        />
        <p className="text-sm text-ink-soft">Everybody can read it, with your first name and initial and the month of your journey.</p>
      </form>
    </Dialog>
  )
}
