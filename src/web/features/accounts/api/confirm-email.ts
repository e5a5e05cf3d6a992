import { queryOptions } from '@tanstack/react-query'
import { messageResponseSchema } from '#shared/response-fields.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { getJson, postJson, responseOf } from '#web/lib/http.ts'
import { getSession } from '#web/lib/session.ts'

/** Confirms the address when the page opens. A link that changes the address works once, any other repeatedly. */
export function confirmEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      // The confirmation uses the session, if there is one, but does not refresh it; this call does.
      if (getSession().isAuthenticated) await getJson(ownCalls.getAccount.path).catch(() => undefined)
      return responseOf(messageResponseSchema, postJson(accountCalls.confirmEmail.path, { token }))
    },
    retry: false,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
