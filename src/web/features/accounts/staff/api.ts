import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import {
  invitedPersonSchema,
  staffPersonDetailsSchema,
  staffPersonSchema,
  type ChangeRoleBody,
  type InvitePersonBody,
  type ListPeopleQuery,
} from '#shared/people.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, getPage, postJson } from '#web/lib/http.ts'

const PAGE = 50
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** All that administrators know about people. */
export const PEOPLE_KEY = ['staff', 'people'] as const

/** Returns the accounts that fit, in pages, the newest first. `total`: undefined when they are more than are counted. */
export function peopleQuery(filter: Pick<ListPeopleQuery, 'who' | 'role' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...PEOPLE_KEY, 'list', filter],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { body, total } = await getPage(calls.staffPeople, query, { signal })
      return { people: await exactResponseOf(z.array(staffPersonSchema), Promise.resolve(body)), total }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ people }) => (people.length < PAGE ? undefined : people.at(-1)?.id),
  })
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...PEOPLE_KEY, 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffPersonDetailsSchema, getJson(calls.staffPerson(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function invitePerson(body: InvitePersonBody) {
  return exactResponseOf(invitedPersonSchema, postJson(calls.invitePerson, body))
}

export function changeRole(id: string, body: ChangeRoleBody) {
  return postJson(calls.changeRole(id), body)
}

/** What is done to an account without a further question. */
export const PLAIN_CALLS = {
  disable: calls.disableAccount,
  enable: calls.enableAccount,
  reset: calls.resetFactor,
  invite: calls.inviteAgain,
} as const
