import { CircleAlert, Star } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { MAX_REVIEW_LENGTH } from '#shared/reviews/own.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { classNames } from '#web/lib/class-names.ts'
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

const WORDS = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent']

type RatingProps = {
  label: string
  name: string
  /** '1' to '5', or empty. */
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** One to five stars as a radio group: the arrow keys select, and each star has a label that says what it means. */
function RatingField({ label, name, value, error, onValueChange, ref }: RatingProps) {
  const errorId = useId()
  const chosen = Number(value)
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="flex size-11 items-center justify-center rounded-field has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-coral-deep"
            >
              <input
                {...(stars === 1 && { ref })}
                type="radio"
                name={name}
                value={stars}
                checked={chosen === stars}
                onChange={(event) => onValueChange(event.target.value)}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}, ${WORDS[stars]}`}
                className="sr-only"
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 transition-colors',
                  stars <= chosen ? 'fill-sun text-sun-deep' : 'text-line-strong hover:text-ink',
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {WORDS[chosen]}
        </span>
      </div>
      <div aria-live="polite">
        {error && (
          <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
