import { checkPasswordResponseSchema, resetLinkResponseSchema, type ForgotPasswordBody } from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { CallError, postJson, responseOf } from '#web/lib/http.ts'

export const askForLink = (body: ForgotPasswordBody) => postJson(calls.forgotPassword, body)
export const checkResetLink = (token: string) => responseOf(resetLinkResponseSchema, postJson(calls.checkResetLink, { token }))
export const resetPassword = (token: string, password: string) => postJson(calls.resetPassword, { token, password })

export const keepEmail = (token: string) => postJson(calls.objectToEmail, { token })

/** Returns whether many people use a password, or one like it. */
export async function isCommonPassword(password: string, signal: AbortSignal): Promise<boolean> {
  const { isCommon } = await responseOf(checkPasswordResponseSchema, postJson(calls.checkPassword, { password }, { signal }))
  return isCommon === true
}

/** Returns whether an error says that a link has been used or has expired. */
export function isSpent(error: unknown): boolean {
  return error instanceof CallError && error.code === 'link_spent'
}
