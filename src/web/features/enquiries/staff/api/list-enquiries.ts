import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffEnquirySchema, type EnquiryState } from '#shared/enquiries/public.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const PAGE = 50

/** Enquiries of one state in pages: open ones oldest first, others newest first. */
export function enquiriesQuery(state: EnquiryState, search?: string) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('enquiries'), state, search],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(
        z.array(staffEnquirySchema),
        getJson(calls.staffEnquiries, { state, search, limit: PAGE, before: pageParam }, { signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}
