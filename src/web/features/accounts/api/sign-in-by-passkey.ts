import { loginResponseSchema } from '#shared/accounts/public.ts'
import { passkeyOptionsSchema } from '#shared/accounts/passkeys.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, responseOf } from '#web/lib/http.ts'
import { askDevice } from '../device-passkeys.ts'

/** With a passkey available in this browser. */
export async function signInByPasskey() {
  const passkey = await askDevice(await exactResponseOf(passkeyOptionsSchema, getJson(passkeyCalls.signInByPasskey.path)))
  return responseOf(loginResponseSchema, postJson(passkeyCalls.signInByPasskey.path, { passkey }))
}
