import { addPasskey, beginPasskey, listPasskeys } from '#shared/accounts/passkey-calls.ts'
import type { passkeySchema } from '#shared/accounts/passkeys.ts'
import type { Lenient } from '#shared/lenient.ts'
import { ask, exactResponseOf, queryOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { createOnDevice } from './device-passkeys.ts'

export type Passkey = Lenient<typeof passkeySchema>

export const passkeysQuery = queryOf(listPasskeys, {}, { staleTime: 0 })

async function createPasskey(): Promise<void> {
  const options = await exactResponseOf(beginPasskey.returns, getJson(beginPasskey.path))
  await ask(addPasskey, { body: { passkey: await createOnDevice(options) } })
}

/** `onAdded` is called once the new passkey is in the list. */
export function useAddPasskey({ onAdded, onAsking }: { onAdded: () => void; onAsking?: () => void }) {
  const reload = useReload(passkeysQuery.queryKey)
  return useCall({
    mutationFn: createPasskey,
    onMutate: () => onAsking?.(),
    onSuccess: async () => {
      await reload()
      onAdded()
    },
  })
}
