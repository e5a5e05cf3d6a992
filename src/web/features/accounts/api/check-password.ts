import { checkPasswordResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** Returns whether many people use a password, or one like it. */
export async function isCommonPassword(password: string, signal: AbortSignal): Promise<boolean> {
  const { isCommon } = await responseOf(checkPasswordResponseSchema, postJson(calls.checkPassword, { password }, { signal }))
  return isCommon === true
}
