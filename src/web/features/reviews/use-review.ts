import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteReview, writeReview } from '#shared/reviews/own-calls.ts'
import { reviewBodySchema, type OwnReview, type ReviewBody } from '#shared/reviews/own.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { logProblem } from '#web/lib/log.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { useCall } from '#web/lib/use-call.ts'

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
    mutationFn: (body: ReviewBody) => ask(writeReview, { params: { id: bookingId }, body }),
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
    mutationFn: () => ask(deleteReview, { params: { id: bookingId } }),
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

/** As typed so far; `rating` is '1' to '5', or empty. */
export type ReviewDraft = { rating: string; text: string }

const storeOf = (bookingId: string) => tabStore(`review:${bookingId}`, (kept) => readDraft(kept as Partial<ReviewDraft>))

/** Restores an unpublished draft from this tab, or else starts from the published review. */
export function startReview(bookingId: string, review: ReviewBody | null | undefined): ReviewDraft {
  const kept = storeOf(bookingId).find()
  return kept ?? { rating: review ? String(review.rating) : '', text: review?.text ?? '' }
}

function readDraft({ rating, text }: Partial<ReviewDraft>): ReviewDraft | undefined {
  return typeof rating === 'string' && typeof text === 'string' ? { rating, text } : undefined
}

export function keepReview(bookingId: string, draft: ReviewDraft): void {
  storeOf(bookingId).keep(draft)
}

export function forgetReview(bookingId: string): void {
  storeOf(bookingId).forget()
}

/** Validates with the server's schema and its messages. */
export function checkReview({ rating, text }: ReviewDraft): Checked<ReviewBody> {
  return reviewBodySchema.safeParse({ rating: rating === '' ? undefined : Number(rating), text })
}
