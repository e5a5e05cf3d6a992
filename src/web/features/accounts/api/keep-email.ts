import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const keepEmail = (token: string) => postJson(accountCalls.objectToEmail.path, { token })

export function useKeepEmail(token: string) {
  return useCall({ mutationFn: () => keepEmail(token) })
}
