import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffMailSchema, type ListMailsQuery } from '#shared/mails/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const PAGE = 50

/** Matching emails in pages, newest first. */
export function mailsQuery(filter: Pick<ListMailsQuery, 'state' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('mails'), 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(z.array(staffMailSchema), getJson(calls.staffMails, { ...filter, limit: PAGE, before: pageParam }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnWindowFocus: true,
  })
}
