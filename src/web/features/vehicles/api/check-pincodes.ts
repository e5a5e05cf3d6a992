import { calls } from '#shared/paths.ts'
import { checkPincodesResponseSchema } from '#shared/vehicles/requests.ts'
import { responseOf, postJson } from '#web/lib/http.ts'

export function checkPincodes(pincodes: { pickup: string; drop: string }) {
  return responseOf(checkPincodesResponseSchema, postJson(calls.checkPincodes, pincodes))
}
