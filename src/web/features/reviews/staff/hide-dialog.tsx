import { hideReviewBodySchema, type StaffReview } from '#shared/reviews/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useHideReview } from './api/hide-review.ts'

type Props = { tourId: string; review: StaffReview; onClose: () => void; onDone: () => void }

/** Hides a review, with a reason for other staff; explains first who can still see it. */
export function HideDialog({ tourId, review, onClose, onDone }: Props) {
  const hideReview = useHideReview(tourId)
  const form = useCheckedForm<{ reason: string }, { reason: string }>({
    start: { reason: '' },
    check: (values) => hideReviewBodySchema.safeParse(values),
    send: async ({ reason }) => {
      await hideReview(review.id, reason)
      onDone()
    },
  })
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="Hide this review"
      footer={
        <ActButtons onKeep={onClose} keep="Cancel" form="hide" variant="danger" isBusy={form.isBusy}>
          Hide review
        </ActButtons>
      }
    >
      <form {...form.props} id="hide" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <p>
          Only {review.authorName} will be able to see it, and its {review.rating === 1 ? '1 star' : `${review.rating} stars`} will no
          longer count towards the rating. You can show it again later.
        </p>
        <TextArea {...form.field('reason')} data-first label="Reason (staff only)" rows={3} />
      </form>
    </Dialog>
  )
}
