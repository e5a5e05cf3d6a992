import type { z } from 'zod/mini'
import type { renamePasskeyBodySchema } from '#shared/accounts/passkeys.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { sendJson } from '#web/lib/http.ts'
import { useReload } from '#web/lib/use-send.ts'
import { passkeysQuery } from './list-passkeys.ts'

export const renamePasskey = (id: string, body: z.infer<typeof renamePasskeyBodySchema>) =>
  sendJson('PUT', pathOf(passkeyCalls.removePasskey, { id }), body)

/** `onRenamed` is called at once, `onListed` after the list has been refetched. */
export function useRenamePasskey(id: string, { onRenamed, onListed }: { onRenamed: () => void; onListed: () => void }) {
  const reload = useReload(passkeysQuery.queryKey)
  return async (body: Parameters<typeof renamePasskey>[1]) => {
    await renamePasskey(id, body)
    onRenamed()
    await reload()
    onListed()
  }
}
