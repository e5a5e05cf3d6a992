import { queryOptions } from '@tanstack/react-query'
import { messageResponseSchema } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** Returns the query that confirms the address when the page is opened; one that changes the address works once, any other again. */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: () => responseOf(messageResponseSchema, postJson(calls.confirmEmail, { token })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
