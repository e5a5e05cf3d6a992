import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { staffPersonSchema, type ListPeopleQuery } from '#shared/accounts/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getPage } from '#web/lib/http.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Matching accounts in pages, newest first. `total` is undefined if there are more than the server counts. */
export function peopleQuery(filter: Pick<ListPeopleQuery, 'who' | 'role' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('people'), 'list', filter],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { body, total } = await getPage(peopleCalls.listPeople.path, query, { signal })
      return { people: await exactResponseOf(z.array(staffPersonSchema), Promise.resolve(body)), total }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ people }) => (people.length < PAGE ? undefined : people.at(-1)?.id),
  })
}
