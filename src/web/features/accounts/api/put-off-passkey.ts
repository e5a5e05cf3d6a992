import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'

const putOffPasskey = () => sendJson('DELETE', passkeyCalls.addPasskey.path)

export function usePutOffPasskey() {
  const reload = useReload(passkeysQuery.queryKey)
  return useCall({ mutationFn: putOffPasskey, onSettled: reload })
}
