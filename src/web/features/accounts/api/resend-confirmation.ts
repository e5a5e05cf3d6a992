import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const resendConfirmation = () => postJson(calls.resendConfirmation)

export function useResendConfirmation() {
  return useCall({ mutationFn: resendConfirmation })
}
