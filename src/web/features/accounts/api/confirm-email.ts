import { queryOptions } from '@tanstack/react-query'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { getJson, postJson, responseOf } from '#web/lib/http.ts'
import { getSession } from '#web/lib/session.ts'

/** Returns the query that confirms the address when the page is opened; one that changes the address works once, any other again. */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      // Whoever is signed in proves it by the link's call, which renews no session by itself.
      if (getSession().isAuthenticated) await getJson(calls.account).catch(() => undefined)
      return responseOf(messageResponseSchema, postJson(calls.confirmEmail, { token }))
    },
    retry: false,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
