import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'
import { sessionsQuery } from './list-sessions.ts'

const removePasskey = (id: string) => sendJson('DELETE', pathOf(passkeyCalls.removePasskey, { id }))

/** Signs out all other devices. `onRemoved` is called at once, `onListed` after the list has been refetched. */
export function useRemovePasskey(id: string, { onRemoved, onListed }: { onRemoved: () => void; onListed: () => void }) {
  const reload = useReload(passkeysQuery.queryKey, sessionsQuery.queryKey)
  return useCall({
    mutationFn: () => removePasskey(id),
    onSuccess: async () => {
      onRemoved()
      await reload()
      onListed()
    },
  })
}
