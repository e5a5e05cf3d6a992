import { loginResponseSchema } from '#shared/accounts/public.ts'
import { passkeyOptionsSchema } from '#shared/accounts/passkeys.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, responseOf } from '#web/lib/http.ts'
import { askDevice } from '../device-passkeys.ts'

/** With a passkey available in this browser. */
export async function signInByPasskey() {
  const passkey = await askDevice(await exactResponseOf(passkeyOptionsSchema, getJson(calls.signInByPasskey)))
  return responseOf(loginResponseSchema, postJson(calls.signInByPasskey, { passkey }))
}
