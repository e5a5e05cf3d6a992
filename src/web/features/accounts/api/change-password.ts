import type { ChangePasswordBody } from '#shared/accounts/settings.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { sessionsQuery } from './list-sessions.ts'

const changePassword = (body: ChangePasswordBody) => postJson(calls.accountPassword, body)

/** Signs out all other devices. */
export function useChangePassword() {
  return useSend(changePassword, sessionsQuery.queryKey)
}
