import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDay } from '#shared/dates.ts'
import { hideReview, listStaffReviews, showReview } from '#shared/reviews/staff-calls.ts'
import { hideReviewBodySchema, type StaffReview } from '#shared/reviews/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Mark } from '#web/components/mark.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Stars } from '#web/features/reviews/stars.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload, useSend } from '#web/lib/use-send.ts'

const PAGE = 10
const FIRST_PAGE = ''

/** All reviews of a tour in pages, newest first, including hidden ones. */
function staffReviewsQuery(tourId: string) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('reviews'), tourId],
    queryFn: ({ signal, pageParam }) =>
      ask(listStaffReviews, { query: { tour: tourId, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  })
}

type Props = { tourId: string; mayModerate: boolean; /** `message` says what was done. */ onDone: (message: string) => void }

/** Includes hidden reviews. */
export function StaffReviews({ tourId, mayModerate, onDone }: Props) {
  const query = staffReviewsQuery(tourId)
  const list = useInfiniteQuery(query)
  const [asked, setAsked] = useState<StaffReview>()
  const reload = useReload(query.queryKey)
  const showing = useCall({
    mutationFn: (id: string) => ask(showReview, { params: { id } }),
    onSuccess: () => onDone('Review visible again.'),
    onSettled: reload,
  })
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
          <Entry
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

type EntryProps = { review: StaffReview; mayModerate: boolean; isBusy: boolean; onHide: () => void; onShow: () => void }

function Entry({ review, mayModerate, isBusy, onHide, onShow }: EntryProps) {
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

type DialogProps = { tourId: string; review: StaffReview; onClose: () => void; onDone: () => void }

/** Hides a review, with a reason for other staff; explains first who can still see it. */
function HideDialog({ tourId, review, onClose, onDone }: DialogProps) {
  const hide = useSend(hideReview, staffReviewsQuery(tourId).queryKey)
  const form = useCheckedForm<{ reason: string }, { reason: string }>({
    start: { reason: '' },
    check: (values) => hideReviewBodySchema.safeParse(values),
    send: async (body) => {
      await hide({ params: { id: review.id }, body })
      onDone()
    },
  })
  return (
    <FormDialog form={form} size="small" onClose={onClose} title="Hide this review" keep="Cancel" variant="danger" act="Hide review">
      <p>
        Only {review.authorName} will be able to see it, and its {review.rating === 1 ? '1 star' : `${review.rating} stars`} will no longer
        count towards the rating. You can show it again later.
      </p>
      <TextArea {...form.field('reason')} data-first label="Reason (staff only)" rows={3} />
    </FormDialog>
  )
}
