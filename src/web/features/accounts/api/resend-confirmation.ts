import * as ownCalls from '#shared/accounts/own-calls.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

const resendConfirmation = () => postJson(ownCalls.sendConfirmation.path)

export function useResendConfirmation() {
  return useCall({ mutationFn: resendConfirmation })
}
