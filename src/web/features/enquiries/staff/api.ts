import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffEnquirySchema, type ListEnquiriesQuery } from '#shared/enquiries.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'

const PAGE = 50

/** All that staff know of enquiries. */
export const ENQUIRIES_KEY = ['staff', 'enquiries'] as const

/** Returns the enquiries that are open, or those that are answered, in pages, the newest first. */
export function enquiriesQuery(state: ListEnquiriesQuery['state']) {
  return infiniteQueryOptions({
    queryKey: [...ENQUIRIES_KEY, state],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(z.array(staffEnquirySchema), getJson(calls.staffEnquiries, { state, limit: PAGE, before: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}

/** Marks an enquiry as answered, or opens it again. */
export function markEnquiry({ id, isAnswered }: { id: string; isAnswered: boolean }) {
  return postJson(isAnswered ? calls.answerEnquiry(id) : calls.reopenEnquiry(id))
}
