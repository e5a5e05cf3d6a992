import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { staffCodeSchema } from '#shared/codes/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** The codes in pages, newest first; filtered by a part of a code or campaign. */
export function codesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('codes'), 'list', search],
    queryFn: ({ signal, pageParam }) => {
      const query = { search: search || undefined, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffCodeSchema), getJson(calls.staffCodes, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
