import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffMailDetailsSchema, staffMailSchema, type ListMailsQuery } from '#shared/mails.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'

const PAGE = 50

/** All that staff know of emails. */
export const MAILS_KEY = ['staff', 'mails'] as const

/** Returns the emails that fit, in pages, the newest first. */
export function mailsQuery(filter: Pick<ListMailsQuery, 'state' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...MAILS_KEY, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(z.array(staffMailSchema), getJson(calls.staffMails, { ...filter, limit: PAGE, before: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: [...MAILS_KEY, 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffMailDetailsSchema, getJson(calls.staffMail(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function resendMail(id: string) {
  return postJson(calls.resendMail(id))
}
