import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnReview, ReviewBody } from '#shared/reviews/public.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { logProblem } from '#web/lib/log.ts'
import { useCall } from '#web/lib/use-call.ts'
import { deleteReview } from './api/delete-review.ts'
import { writeReview } from './api/write-review.ts'
import { forgetReview } from './review-draft.ts'
import type { JourneyList, ReviewedJourney } from './reviewed-journey.ts'

const FAILED = 'Something went wrong on our side. Please try again.'

/**
 * Writes, edits and deletes the review of a journey. The list is updated optimistically; if the server refuses, it is rolled back and the
 * dialog reopens with what was typed.
 */
export function useReview({ bookingId, review }: ReviewedJourney, list: JourneyList) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'review' | 'question'>()
  const [isDone, setIsDone] = useState(false)

  const show = async (next: OwnReview | null) => {
    setDialog(undefined)
    await list.stopLoading()
    list.show(next)
    return { before: review }
  }
  const saving = useCall({
    mutationFn: (body: ReviewBody) => writeReview(bookingId, body),
    onMutate: (body) => show({ ...body, authorName: review?.authorName ?? '' }),
    onError: (error, _body, context) => {
      logProblem('A review could not be saved', error)
      list.show(context?.before ?? null)
      setDialog('review')
    },
    onSuccess: (answer, body) => {
      forgetReview(bookingId)
      const { rating = body.rating, text = body.text, authorName = '' } = answer.review ?? {}
      list.show({ rating, text, authorName })
      setIsDone(true)
      refreshOthers(client)
    },
  })
  const removing = useCall({
    mutationFn: () => deleteReview(bookingId),
    onMutate: () => show(null),
    onError: (error, _nothing, context) => {
      logProblem('A review could not be deleted', error)
      list.show(context?.before ?? null)
    },
    onSuccess: () => {
      forgetReview(bookingId)
      refreshOthers(client)
    },
  })

  const isBusy = saving.isPending || removing.isPending
  return {
    dialog,
    open: () => {
      if (isBusy) return
      saving.reset()
      removing.reset()
      setDialog('review')
    },
    ask: () => !isBusy && setDialog('question'),
    close: () => setDialog(undefined),
    save: (body: ReviewBody) => !isBusy && saving.mutate(body),
    remove: () => !isBusy && removing.mutate(),
    isBusy,
    /** The review that the server refused. */
    unsaved: saving.isError ? saving.variables : undefined,
    saveFailure: saving.isError ? messageOf(saving.error, FAILED, NO_RESPONSE) : '',
    removeFailure: removing.isError ? messageOf(removing.error, FAILED, NO_RESPONSE) : '',
    isDone,
    forgetDone: () => setIsDone(false),
  }
}

/** Invalidates ratings and reviews on other pages, even one opened in the meantime. */
function refreshOthers(client: QueryClient): void {
  void client.invalidateQueries({ refetchType: 'none' })
  void client.invalidateQueries({ queryKey: ['tours'] })
}
