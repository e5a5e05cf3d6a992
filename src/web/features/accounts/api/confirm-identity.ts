import type { ConfirmIdentityBody } from '#shared/accounts/identity.ts'
import { passkeysSchema } from '#shared/accounts/passkeys.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { askDevice } from '../device-passkeys.ts'

export const confirmIdentity = (body: ConfirmIdentityBody) => postJson(passkeyCalls.confirmIdentity.path, body)

/** With a passkey available in this browser. */
export async function confirmByPasskey(): Promise<void> {
  const { question } = await exactResponseOf(passkeysSchema, getJson(passkeyCalls.listPasskeys.path))
  if (!question) throw new Error('Passkeys don’t work at this web address')
  await confirmIdentity({ passkey: await askDevice(question) })
}
