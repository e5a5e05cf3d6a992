import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffReview } from '#shared/reviews/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useShowReview } from './api/show-review.ts'
import { staffReviewsQuery } from './api/list-reviews.ts'
import { HideDialog } from './hide-dialog.tsx'
import { StaffReviewEntry } from './staff-review-entry.tsx'

type Props = { tourId: string; mayModerate: boolean; /** `message` says what was done. */ onDone: (message: string) => void }

/** Includes hidden reviews. */
export function StaffReviews({ tourId, mayModerate, onDone }: Props) {
  const query = staffReviewsQuery(tourId)
  const list = useInfiniteQuery(query)
  const [asked, setAsked] = useState<StaffReview>()
  const showing = useShowReview(tourId, () => onDone('Review visible again.'))
  const reviews = list.data?.pages.flat()
  const failure = showing.error ?? (reviews ? null : list.error)
  return (
    <Panel title="Reviews">
      {failure && (
        <Alert
          action={
            !reviews && (
              <Button size="small" variant="secondary" isBusy={list.isFetching} onClick={() => void list.refetch()}>
                Try again
              </Button>
            )
          }
        >
          {messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)}
        </Alert>
      )}
      {!reviews && !failure && <Skeleton className="h-32" />}
      {reviews?.length === 0 && <p className="text-ink-soft">No reviews for this tour yet.</p>}
      <ul className="divide-y divide-line">
        {reviews?.map((review) => (
          <StaffReviewEntry
            key={review.id}
            review={review}
            mayModerate={mayModerate}
            isBusy={showing.isPending && showing.variables === review.id}
            onHide={() => setAsked(review)}
            onShow={() => showing.mutate(review.id)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {asked && (
        <HideDialog
          tourId={tourId}
          review={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            onDone('Review hidden.')
          }}
        />
      )}
    </Panel>
  )
}
