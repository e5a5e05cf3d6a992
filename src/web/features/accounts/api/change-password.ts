import type { ChangePasswordBody } from '#shared/accounts/settings.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { sessionsQuery } from './list-sessions.ts'

const changePassword = (body: ChangePasswordBody) => postJson(securityCalls.changePassword.path, body)

/** Signs out all other devices. */
export function useChangePassword() {
  return useSend(changePassword, sessionsQuery.queryKey)
}
