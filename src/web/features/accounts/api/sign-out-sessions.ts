import * as securityCalls from '#shared/accounts/security-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { sessionsQuery } from './list-sessions.ts'

const signOutSession = (id: string) => sendJson('DELETE', pathOf(securityCalls.endSession, { id }))

const signOutOthers = () => sendJson('DELETE', securityCalls.listSessions.path)

/** Signs out one device, or without an id all but this one. */
export function useSignOutSessions(onSignedOut: () => void) {
  const reload = useReload(sessionsQuery.queryKey)
  return useCall({
    mutationFn: (id: string | undefined) => (id === undefined ? signOutOthers() : signOutSession(id)),
    onSettled: reload,
    onSuccess: onSignedOut,
  })
}
