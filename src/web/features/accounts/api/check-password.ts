import { checkPasswordResponseSchema, type CheckPasswordBody } from '#shared/accounts/public.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { postJson, responseOf } from '#web/lib/http.ts'

export type PasswordOwner = Pick<CheckPasswordBody, 'name' | 'email'>

/** Whether the password, or one like it, is commonly used or easy to guess for this owner. */
export async function isCommonPassword(body: CheckPasswordBody, signal: AbortSignal): Promise<boolean> {
  const { isCommon } = await responseOf(checkPasswordResponseSchema, postJson(accountCalls.checkPassword.path, body, { signal }))
  return isCommon === true
}
