import { newPasskeyOptionsSchema } from '#shared/accounts/passkeys.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { createOnDevice } from '../device-passkeys.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'

async function addPasskey(): Promise<void> {
  const options = await exactResponseOf(newPasskeyOptionsSchema, getJson(calls.newPasskey))
  await postJson(calls.newPasskey, { passkey: await createOnDevice(options) })
}

/** `onAdded` is called once the new passkey is in the list. */
export function useAddPasskey({ onAdded, onAsking }: { onAdded: () => void; onAsking?: () => void }) {
  const reload = useReload(passkeysQuery.queryKey)
  return useCall({
    mutationFn: addPasskey,
    onMutate: () => onAsking?.(),
    onSuccess: async () => {
      await reload()
      onAdded()
    },
  })
}
