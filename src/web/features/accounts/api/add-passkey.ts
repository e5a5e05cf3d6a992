import { newPasskeyOptionsSchema } from '#shared/accounts/passkeys.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { createOnDevice } from '../device-passkeys.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'

async function addPasskey(): Promise<void> {
  const options = await exactResponseOf(newPasskeyOptionsSchema, getJson(passkeyCalls.addPasskey.path))
  await postJson(passkeyCalls.addPasskey.path, { passkey: await createOnDevice(options) })
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
