import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'
import { sessionsQuery } from './list-sessions.ts'

const removePasskey = (id: string) => sendJson('DELETE', calls.passkey(id))

/** All other devices are signed out by it. `onRemoved` is called at once, `onListed` when it is out of the list. */
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
