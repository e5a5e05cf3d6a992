import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffEnquirySchema, type ClosingReason, type EnquiryState } from '#shared/enquiries.ts'
import {
  enquiryThreadSchema,
  readyAnswerSchema,
  type ChangeReadyAnswerBody,
  type NewReadyAnswerBody,
  type ReplyBody,
} from '#shared/enquiry-threads.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, sendJson } from '#web/lib/http.ts'

const PAGE = 50

/** All that staff know of enquiries. */
export const ENQUIRIES_KEY = ['staff', 'enquiries'] as const

/** Returns the enquiries of a state in pages, the newest first. */
export function enquiriesQuery(state: EnquiryState) {
  return infiniteQueryOptions({
    queryKey: [...ENQUIRIES_KEY, state],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(z.array(staffEnquirySchema), getJson(calls.staffEnquiries, { state, limit: PAGE, before: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}

/** Returns one enquiry with its replies. */
export function enquiryQuery(id: string) {
  return queryOptions({
    queryKey: [...ENQUIRIES_KEY, 'thread', id],
    queryFn: ({ signal }) => exactResponseOf(enquiryThreadSchema, getJson(calls.staffEnquiry(id), {}, { signal })),
    refetchOnWindowFocus: true,
  })
}

export const readyAnswersQuery = queryOptions({
  queryKey: ['staff', 'ready-answers'],
  queryFn: ({ signal }) => exactResponseOf(z.array(readyAnswerSchema), getJson(calls.readyAnswers, {}, { signal })),
})

/** What is done about an enquiry besides a reply. */
export type EnquiryAct = 'answer' | 'reopen' | ClosingReason

/** Marks an enquiry as answered, opens it again, or closes it for a reason. */
export function markEnquiry({ id, act }: { id: string; act: EnquiryAct }) {
  if (act === 'answer') return postJson(calls.answerEnquiry(id))
  if (act === 'reopen') return postJson(calls.reopenEnquiry(id))
  return postJson(calls.closeEnquiry(id), { reason: act })
}

export function sendReply(id: string, body: ReplyBody) {
  return postJson(calls.enquiryReplies(id), body)
}

export function addReadyAnswer(body: NewReadyAnswerBody) {
  return postJson(calls.readyAnswers, body)
}

export function changeReadyAnswer(id: string, body: ChangeReadyAnswerBody) {
  return sendJson('PUT', calls.readyAnswer(id), body)
}

export function deleteReadyAnswer(id: string) {
  return sendJson('DELETE', calls.readyAnswer(id))
}
