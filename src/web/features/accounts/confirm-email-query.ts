import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

/** Returns the query that confirms the address when the page is opened; the same link may be opened again. */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: () => postJson(calls.confirmEmail, { token }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
