import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const keepEmail = (token: string) => postJson(calls.objectToEmail, { token })

export function useKeepEmail(token: string) {
  return useCall({ mutationFn: () => keepEmail(token) })
}
