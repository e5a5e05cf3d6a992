import { checkPasswordResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

/** Whether the password, or one like it, is commonly used. */
export async function isCommonPassword(password: string, signal: AbortSignal): Promise<boolean> {
  const { isCommon } = await responseOf(checkPasswordResponseSchema, postJson(calls.checkPassword, { password }, { signal }))
  return isCommon === true
}
