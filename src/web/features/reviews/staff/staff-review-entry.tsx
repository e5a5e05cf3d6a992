import { longDay } from '#shared/dates.ts'
import type { StaffReview } from '#shared/reviews/staff.ts'
import { Button } from '#web/components/button.tsx'
import { Mark } from '#web/components/mark.tsx'
import { Stars } from '#web/components/stars.tsx'
import { momentText } from '#web/lib/moments.ts'

type Props = { review: StaffReview; mayModerate: boolean; isBusy: boolean; onHide: () => void; onShow: () => void }

export function StaffReviewEntry({ review, mayModerate, isBusy, onHide, onShow }: Props) {
  const { authorName, rating, text, travelledOn, isDemo, hidden } = review
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{authorName}</span>
          <Stars rating={rating} />
          <span className="text-ink-soft">
            travelled {longDay(travelledOn)}
            <span>{isDemo && ' (demo)'}</span>
          </span>
          {hidden && <Mark tone="bad">Hidden</Mark>}
        </p>
        {mayModerate && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${hidden ? 'Unhide' : 'Hide'} the review of ${authorName}`}
            isBusy={isBusy}
            onClick={hidden ? onShow : onHide}
          >
            {hidden ? 'Unhide' : 'Hide'}
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-text wrap-anywhere whitespace-pre-line">{text}</p>
      {hidden && (
        <p className="mt-1 text-ink-soft">
          Hidden by {hidden.by ?? 'a deleted account'}, {momentText(hidden.at)}: “{hidden.reason}”
        </p>
      )}
    </li>
  )
}
