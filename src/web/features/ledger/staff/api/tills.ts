import { infiniteQueryOptions } from '@tanstack/react-query'
import { MAX_TILL_DAYS, tillDaysSchema, type CloseTillBody } from '#shared/ledger/days.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

export const tillsQuery = infiniteQueryOptions({
  queryKey: ['staff', 'ledger', 'tills'],
  queryFn: ({ signal, pageParam }) => exactResponseOf(tillDaysSchema, getJson(calls.staffTills, { before: pageParam }, { signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < MAX_TILL_DAYS ? undefined : page.at(-1)?.day),
})

function closeTill(body: CloseTillBody) {
  return postJson(calls.staffTills, body)
}

export function useCloseTill() {
  return useSend(closeTill, consoleKey('ledger'))
}
